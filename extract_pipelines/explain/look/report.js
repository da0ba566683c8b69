"use strict";
(() => {
  const page = document.querySelector(".page");
  const text = document.getElementById("text");
  const listed = (id) => [...document.getElementById(id).children].map((item) => item.textContent);
  const whys = listed("whys");
  const paths = listed("paths");
  const role = document.getElementById("told-role");
  const why = document.getElementById("told-why");
  const place = document.getElementById("told-place");
  const visible = (piece) => piece.getClientRects().length > 0;
  let here = null;
  let stop = null;

  function tell(piece) {
    if (here) here.classList.remove("here");
    here = piece;
    piece.classList.add("here");
    const told = piece.dataset;
    role.textContent = `${piece.classList[1]}:`;
    why.textContent = whys[told.w];
    const chance = told.c === undefined ? "" : ` · probability ${told.c}`;
    place.textContent = `${paths[told.p]} · position ${told.n}${chance}`;
  }

  function stopAt(piece) {
    if (stop) stop.tabIndex = -1;
    stop = piece;
    piece.tabIndex = 0;
  }

  function next(piece, forward) {
    const pieces = [...page.querySelectorAll(".p")];
    const step = forward ? 1 : -1;
    let at = pieces.indexOf(piece) + step;
    while (pieces[at] && !visible(pieces[at])) at += step;
    return pieces[at];
  }

  function begin() {
    if (!stop || !visible(stop)) {
      const first = [...page.querySelectorAll(".p")].find(visible);
      if (first) stopAt(first);
    }
  }

  page.addEventListener("mouseover", (event) => {
    if (event.target.classList.contains("p")) tell(event.target);
  });
  page.addEventListener("click", (event) => {
    if (event.target.classList.contains("p")) {
      stopAt(event.target);
      event.target.focus();
    }
  });
  page.addEventListener("focusin", (event) => {
    if (event.target.classList.contains("p")) tell(event.target);
  });
  page.addEventListener("keydown", (event) => {
    const piece = event.target;
    if (!piece.classList.contains("p") || event.ctrlKey || event.altKey || event.metaKey) return;
    let to = null;
    if (event.key === "ArrowRight" || event.key === "ArrowDown") to = next(piece, true);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") to = next(piece, false);
    else if (event.key === "Home") to = [...page.querySelectorAll(".p")].find(visible);
    else if (event.key === "End") to = [...page.querySelectorAll(".p")].findLast(visible);
    else return;
    event.preventDefault();
    if (to) {
      stopAt(to);
      to.focus();
    }
  });

  text.querySelectorAll("button[data-show]").forEach((button) => {
    button.addEventListener("click", () => {
      const left = ["template", "rule", "boilerplate"];
      text.querySelectorAll("input").forEach((box) => {
        box.checked = button.dataset.show === "all" || !left.includes(box.id.slice(5));
      });
      begin();
    });
  });
  text.addEventListener("change", begin);

  function arrive() {
    const piece = location.hash.startsWith("#t") && document.getElementById(location.hash.slice(1));
    if (!piece || !piece.classList.contains("p")) return;
    const box = document.getElementById(`show-${piece.classList[1]}`);
    if (!box.checked) box.checked = true;
    stopAt(piece);
    piece.focus({ preventScroll: true });
    piece.scrollIntoView({ block: "center" });
  }
  window.addEventListener("hashchange", arrive);
  document.addEventListener("click", (event) => {
    // A second click on the same link changes no address.
    if (event.target.matches(`a[href="${CSS.escape(location.hash)}"]`)) arrive();
  });
  begin();
  arrive();
})();

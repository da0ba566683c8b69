"""The journal's pages, accounts, and the pages of its comments."""

from __future__ import annotations

from django.urls import include, path  # type: ignore[import-not-found]
from django.views.generic import (  # type: ignore[import-not-found]
    DetailView,
    ListView,
    RedirectView,
    TemplateView,
)

from .models import Article, Section


class CommentedArticle(RedirectView):  # type: ignore[misc]
    """Where a permalink of a comment leads, on this machine rather than on the site's domain."""

    pattern_name = "article"

    def get_redirect_url(self, content_type: int, pk: int) -> str:
        return str(super().get_redirect_url(pk=pk))


urlpatterns = [
    path("", ListView.as_view(queryset=Article.objects.all()[:10]), name="index"),
    path("archive/", ListView.as_view(model=Article), name="archive"),
    path("about/", TemplateView.as_view(template_name="about.html"), name="about"),
    path("section/<int:pk>/", DetailView.as_view(model=Section), name="section"),
    path("article/<int:pk>/", DetailView.as_view(model=Article), name="article"),
    path("account/", include("django.contrib.auth.urls")),
    path("comments/cr/<int:content_type>/<int:pk>/", CommentedArticle.as_view()),
    path("comments/", include("django_comments_xtd.urls")),
]

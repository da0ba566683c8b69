"""Machina's pages, and those for accounts, which a site with machina brings itself."""

from __future__ import annotations

from django.contrib import admin  # type: ignore[import-not-found]
from django.contrib.auth import views  # type: ignore[import-not-found]
from django.contrib.auth.forms import UserCreationForm  # type: ignore[import-not-found]
from django.urls import include, path, reverse_lazy  # type: ignore[import-not-found]
from django.utils.translation import gettext_lazy as _  # type: ignore[import-not-found]
from django.views.generic import CreateView  # type: ignore[import-not-found]

FORM = "account_form.html"

urlpatterns = [
    path("admin/", admin.site.urls),
    path(
        "account/login/",
        views.LoginView.as_view(template_name=FORM, extra_context={"title": _("Log in")}),
        name="login",
    ),
    path(
        "account/register/",
        CreateView.as_view(
            form_class=UserCreationForm,
            template_name=FORM,
            success_url=reverse_lazy("login"),
            extra_context={"title": _("Add user")},
        ),
        name="register",
    ),
    path(
        "account/password/",
        views.PasswordResetView.as_view(template_name=FORM),
        name="password_reset",
    ),
    path(
        "account/password/sent/",
        views.PasswordResetDoneView.as_view(template_name=FORM),
        name="password_reset_done",
    ),
    path(
        "account/password/done/",
        views.PasswordResetCompleteView.as_view(template_name=FORM),
        name="password_reset_complete",
    ),
    path("", include("machina.urls")),
]

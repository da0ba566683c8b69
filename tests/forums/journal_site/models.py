"""Articles, each in a section."""

from __future__ import annotations

from django.conf import settings  # type: ignore[import-not-found]
from django.db import models  # type: ignore[import-not-found]
from django.urls import reverse  # type: ignore[import-not-found]


class Section(models.Model):  # type: ignore[misc]
    title = models.CharField(max_length=200)

    def get_absolute_url(self) -> str:
        return str(reverse("section", args=[self.pk]))


class Article(models.Model):  # type: ignore[misc]
    section = models.ForeignKey(Section, models.CASCADE, related_name="articles")
    title = models.CharField(max_length=200)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    written = models.DateTimeField()
    text = models.TextField()

    class Meta:
        ordering = ("-written",)

    def get_absolute_url(self) -> str:
        return str(reverse("article", args=[self.pk]))

"""Ready-made surveys on topics that people lie about, in every language of the pages."""

"""The application factory; it registers every blueprint of ``scorepad.web``."""

from functools import partial

from flask import Blueprint, Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.utils import find_modules, import_string

from scorepad.db import engine, schema
from scorepad.games import documents
from scorepad.pdf.renderer import PdfCache, Renderer
from scorepad.pdf.worker import ROOT
from scorepad.services.rate_limits import NEW_GROUPS, UNLIMITED
from scorepad.settings import Settings, secret_of
from scorepad.web import books, health, home, season_pages, static
from scorepad.web.middleware import errors, guard, languages


def create_app(settings: Settings) -> Flask:
    """Create an application over a database with the newest schema.

    :raises SchemaMismatchError: it is another one; ``scorepad serve`` upgrades it.
    :raises SettingRefusedError: the secret cannot be used.
    """
    limits = {UNLIMITED: not settings.limits, NEW_GROUPS: settings.new_groups}
    app = Flask(
        "scorepad",
        static_folder=None,
        template_folder=str(ROOT / "templates"),
        instance_path=str(settings.instance.resolve()),
    )
    app.config.update(
        SECRET=secret_of(settings),  # no SECRET_KEY, so Flask makes no sessions
        MAX_CONTENT_LENGTH=documents.LARGEST,
        # Werkzeug also compares this with its read buffer: a chunk of a file (64 kB)
        # and the few bytes before it that may begin a boundary.
        MAX_FORM_MEMORY_SIZE=2 * documents.LARGEST,
        SQLALCHEMY_DATABASE_URI=engine.driver_url(settings.database_url),
        SQLALCHEMY_ENGINE_OPTIONS={
            **engine.engine_options(settings.database_url),
            "execution_options": limits,
        },
        TRUSTED_NAMES=settings.trusted_hosts,
        SETTINGS=settings,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if proxies := settings.trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign] # Flask's documented way
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    engine.db.init_app(app)
    app.teardown_appcontext(engine.end_session)  # before db's, which fails on faults
    with app.app_context():
        engine.prepare_engine(engine.db.engine)
        schema.check_version(schema.version_of(engine.db.session.connection()))
    static.attach(app, ROOT / "static")
    # The first of all counts what the guard refuses, too.
    for part in (health, guard, errors, languages, home):
        part.attach(app)
    scratch = settings.instance / "scratch"
    app.extensions["renderer"] = Renderer(scratch)
    app.extensions["pdf_cache"] = PdfCache()
    one_worker = partial(Renderer, scratch, workers=1, limits=books.LIMITS)
    app.extensions["book_maker"] = books.BookMaker(app, one_worker)
    app.extensions["page_cache"] = season_pages.PageCache()
    for module in map(import_string, find_modules("scorepad.web", recursive=True)):
        for each in vars(module).values():
            if isinstance(each, Blueprint):
                app.register_blueprint(each)
    return app

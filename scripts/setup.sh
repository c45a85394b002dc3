# shellcheck shell=bash
# Shared by serve, test and the other scripts: a Python, .venv/ with the locked packages, and system
# libraries. Sourced, never run. Can be repeated: stamps in .venv/ record what is done, so that a second start
# skips it.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
venv=$root/.venv

# If Python may not write bytecode, every start compiles all of Scorepad.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*"; }

stop() {
    printf 'scorepad: %s\n' "$*" >&2
    exit 1
}

# become_root WORD...: runs the command as root, or returns 77 if that is impossible (apt-get itself fails
# with 100).
become_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif ! command -v sudo >/dev/null; then
        return 77
    elif sudo -n true 2>/dev/null; then
        sudo -n "$@"
    elif [ -t 0 ] && [ -t 2 ]; then
        say "sudo may ask for your password."
        sudo "$@"
    else
        return 77
    fi
}

# install_debian PURPOSE PACKAGE...: installs what is missing, or prints the command and stops.
install_debian() {
    local purpose=$1 log status=0
    shift
    local line="apt-get install -y --no-install-recommends $*"
    command -v apt-get >/dev/null ||
        stop "$purpose is missing, and there is no apt-get here: please install what Debian calls $*, then start again."
    say "Installing $* ($purpose) ..."
    log=$(mktemp)
    # shellcheck disable=SC2086  # the line is split into words on purpose
    become_root env DEBIAN_FRONTEND=noninteractive $line >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" != 0 ] && [ "$status" != 77 ]; then
        # A fresh machine has no package lists, an old one outdated ones.
        status=0
        # shellcheck disable=SC2086
        { become_root apt-get update && become_root env DEBIAN_FRONTEND=noninteractive $line; } \
            >"$log" 2>&1 </dev/null || status=$?
    fi
    [ "$status" = 0 ] || [ "$status" = 77 ] || tail -n 5 "$log" >&2
    rm -f "$log"
    [ "$status" = 0 ] ||
        stop "$purpose is missing. Please run this line, then start again: sudo $line"
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null && is_new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

make_venv() {
    local python version
    is_new_enough "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1 && return
    python=$(find_python) ||
        stop "Python 3.11 or newer is needed and none was found; please install it (Debian: apt-get install python3 python3-venv)."
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        install_debian "Python's venv" "python$version-venv"
    fi
    say "Making .venv with $("$python" --version) ..."
    "$python" -m venv --clear "$venv" || stop "$python could not make $venv (see above)."
}

# install_locked FILE: installs the packages of a lock file, with its versions and hashes.
install_locked() {
    say "Installing the packages of scripts/$1 ..."
    "$venv/bin/python" -m pip install -qq --no-input --disable-pip-version-check \
        --require-hashes --no-deps --requirement "$root/scripts/$1" </dev/null ||
        stop "the packages of scripts/$1 could not be installed (see above); is this machine online?"
}

# An editable install is a line in a .pth file, and needs no build tool.
# The command is both Python and shell, so that its path may contain spaces.
link_checkout() {
    local packages
    packages=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    printf '%s\n' "$root" >"$packages/scorepad.pth"
    cat >"$venv/bin/scorepad" <<'END'
#!/bin/sh
'''exec' "$(dirname "$(readlink -f "$0")")/python" -P "$0" "$@"
' '''
import sys

if __name__ == "__main__":
    from scorepad.cli import main

    sys.exit(main())
END
    chmod +x "$venv/bin/scorepad"
}

# Without HarfBuzz's subset library WeasyPrint works but is slow, so importing it proves little.
has_pdf_libraries() {
    "$venv/bin/python" - 2>/dev/null <<'END'
import ctypes
import sys

if sys.platform == "linux":
    for name in (
        "libgobject-2.0.so.0",
        "libpango-1.0.so.0",
        "libpangoft2-1.0.so.0",
        "libfontconfig.so.1",
        "libharfbuzz.so.0",
        "libharfbuzz-subset.so.0",
    ):
        ctypes.CDLL(name)
else:
    import weasyprint
END
}

checksum() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

# stamp_of FILE...: changes with the files, the interpreter and the path of the checkout.
stamp_of() {
    (cd "$root" && cat scripts/setup.sh "$@" && printf '%s\n' "$root" && readlink -f "$venv/bin/python") | checksum
}

# is_done NAME FILE... / mark_done NAME FILE...
is_done() {
    local name=$1
    shift
    [ -x "$venv/bin/python" ] && [ "$(cat "$venv/$name.stamp" 2>/dev/null)" = "$(stamp_of "$@")" ]
}

mark_done() {
    local name=$1
    shift
    stamp_of "$@" >"$venv/$name.stamp"
}

prepare_to_run() {
    prepare_the_pad
    case ${SCOREPAD_DATABASE_URL:-} in postgresql*) prepare_postgresql ;; esac
}

prepare_postgresql() {
    is_done postgresql scripts/requirements.txt scripts/requirements-postgresql.txt && return
    install_locked requirements-postgresql.txt
    mark_done postgresql scripts/requirements.txt scripts/requirements-postgresql.txt
}

prepare_the_pad() {
    is_done run scripts/requirements.txt && return
    make_venv
    install_locked requirements.txt
    link_checkout
    has_pdf_libraries || install_debian "WeasyPrint's system library" libpangoft2-1.0-0 libharfbuzz-subset0
    has_pdf_libraries || stop "WeasyPrint's system libraries (Pango, HarfBuzz with subset) still cannot be loaded."
    mark_done run scripts/requirements.txt
}

prepare_to_develop() {
    prepare_to_run
    is_done develop scripts/requirements.txt scripts/requirements-dev.txt && return
    install_locked requirements-dev.txt
    mark_done develop scripts/requirements.txt scripts/requirements-dev.txt
}

has_postgresql() {
    command -v initdb >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null
}

has_node() {
    node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 18 ? 1 : 0)' 2>/dev/null
}

# What ./scripts/build and ./scripts/check need from npm, into scripts/node/node_modules.
install_node_tools() {
    [ "$root/scripts/node/node_modules/.package-lock.json" -nt "$root/scripts/node/package-lock.json" ] ||
        npm ci --prefix "$root/scripts/node" --silent --no-audit --no-fund ||
        stop "the packages of scripts/node could not be installed (see above); is this machine online?"
}

has_webkit() {
    command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null &&
        compgen -G "/usr/lib/*/webkit2gtk-4.1/MiniBrowser" >/dev/null
}

has_caddy() { command -v caddy >/dev/null; }

# Debian's package also starts a web server on port 80.
install_caddy() {
    install_debian "Caddy for https at home" caddy
    if [ -d /run/systemd/system ]; then
        become_root systemctl disable --now caddy >/dev/null 2>&1 || true
    fi
}

prepare_to_test() {
    prepare_to_develop
    command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null ||
        install_debian "Chromium for the browser tests" chromium chromium-headless-shell
    has_webkit || install_debian "WebKit for the browser tests" webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb
    command -v firefox-esr >/dev/null || install_debian "Firefox for the browser tests" firefox-esr
    has_postgresql || install_debian "PostgreSQL for the store's tests" postgresql
    has_caddy || install_caddy
    command -v strace >/dev/null || install_debian "strace for the tests of power cuts" strace
    command -v systemd-analyze >/dev/null || install_debian "systemd-analyze for the tests of the units" systemd
    command -v certutil >/dev/null || install_debian "certutil for the test of https" libnss3-tools
    command -v pdftotext >/dev/null || install_debian "pdftotext for the print tests" poppler-utils
    has_node || install_debian "Node for the scripts' tests" nodejs
    has_node || stop "Node 18 or newer is needed; $(node --version 2>/dev/null || echo none) was found."
}

"""Runs a program in Python or Bash with the page of a session at hand.

Calls go to the service as lines of JSON over descriptor 4, answers come over descriptor 3. It runs inside a sandbox that
has no network and no files but those of the system, and needs nothing but Python itself.
"""

import ast
import base64
import json
import os
import re
import subprocess
import sys
import traceback

TO_PROGRAM, FROM_PROGRAM = 3, 4

# In Bash each call is a separate process that reads exactly one line, its response.
ANSWERS = open(TO_PROGRAM, "rb", buffering=-1 if sys.argv[1] == "python" else 0, closefd=False)


def say(message):
    line = (json.dumps(message) + "\n").encode()
    while line:
        line = line[os.write(FROM_PROGRAM, line):]


def hear():
    line = ANSWERS.readline()
    if line == b"":
        sys.exit(1)
    return json.loads(line)


class PageError(Exception):
    """An action on the page failed."""


class Known:
    """The API that the service announced, and its known objects."""

    def __init__(self, api, objects):
        self.api, self.objects, self.last = api, {}, 0
        self.take(objects)

    def take(self, objects):
        for one in objects:
            self.objects[one["object"]] = one

    def call(self, place, method, args):
        self.last += 1
        number = os.getpid() * 1000000 + self.last
        question = {"object": place["object"], "chain": place["chain"], "method": method, "args": args}
        say({"say": "call", "id": number, "question": question})
        while True:
            message = hear()
            self.take(message.get("objects", []))
            if message.get("id") != number:
                continue
            if message["state"] == "failed":
                raise PageError(message["message"])
            return self.read(message["value"])

    def thing(self, number):
        return Thing(self, {"type": self.objects[number]["type"], "object": number, "chain": []})

    def read(self, value):
        if isinstance(value, list):
            return [self.read(item) for item in value]
        if not isinstance(value, dict):
            return value
        kind = value["$"]
        if kind == "plain":
            return {key: self.read(item) for key, item in value["value"].items()}
        if kind == "bytes":
            return base64.b64decode(value["base64"])
        if kind == "object":
            return self.thing(value["object"])
        if kind == "map":
            return {key: self.read(item) for key, item in value["entries"]}
        if kind in ("number", "bigint"):
            return float(value["text"]) if kind == "number" else int(value["text"])
        return value.get("href", value.get("message", value.get("source", value.get("ms"))))


def tell(value):
    if isinstance(value, Thing):
        place = value._place
        if place["type"] == "Locator":
            return {"$": "locator", "object": place["object"], "chain": place["chain"]}
        return {"$": "object", "object": place["object"]}
    if isinstance(value, (list, tuple)):
        return [tell(item) for item in value]
    if isinstance(value, dict):
        return {"$": "plain", "value": {str(key): tell(item) for key, item in value.items()}}
    if isinstance(value, (bytes, bytearray)):
        return {"$": "bytes", "base64": base64.b64encode(value).decode()}
    if isinstance(value, re.Pattern):
        return {"$": "regexp", "source": value.pattern, "flags": "i" if value.flags & re.I else ""}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError("A " + type(value).__name__ + " cannot be passed to the page.")


def camel(name):
    """Converts Playwright's Python names to its JavaScript names."""
    special = {"query_selector": "$", "query_selector_all": "$$", "eval_on_selector": "$eval",
               "eval_on_selector_all": "$$eval", "inner_html": "innerHTML", "wait_for_url": "waitForURL",
               "set_extra_http_headers": "setExtraHTTPHeaders", "and_": "and", "or_": "or"}
    return special.get(name) or re.sub(r"_(\w)", lambda match: match.group(1).upper(), name)


# Keyword arguments in Python that are positional in JavaScript.
PLACED = {"evaluate": ["expression", "arg"], "fill": ["value"], "press": ["key"], "type": ["text"]}
SCRIPTS = {"evaluate", "evaluateHandle", "evaluateAll", "$eval", "$$eval", "waitForFunction", "addInitScript"}
FUNCTION = re.compile(r"^\s*(async\s+)?(function\b|\([^)]*\)\s*=>|[\w$]+\s*=>)")


class Thing:
    """An object of the page."""

    def __init__(self, known, place, group=""):
        self._known, self._place, self._group = known, place, group

    def __repr__(self):
        return "<" + self._place["type"] + ">"

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        kind = self._known.api[self._place["type"]]
        method = self._group + camel(name)
        if any(one.startswith(method + ".") for one in kind["methods"]):
            return Thing(self._known, self._place, method + ".")
        if method in kind["now"]:
            # In Python, Playwright has these as properties.
            value = self._known.read(self._known.objects[self._place["object"]]["now"].get(method))
            return value if method in AS_PROPERTY else (lambda: value)
        if method in kind["refused"]:
            raise PageError(self._place["type"] + "." + name + " cannot be used: " + kind["refused"][method] + ".")
        if method in kind["builders"]:
            build = lambda *args, **options: self._lead(method, kind["builders"][method], args, options)
            return build() if method in ("first", "last") else build
        if method == "all" and self._place["type"] == "Locator":
            return lambda: [self.nth(index) for index in range(self.count())]
        if method == "json" and self._place["type"] == "Response":
            return lambda: json.loads(self.text())
        if method in kind["methods"]:
            return lambda *args, **options: self._call(method, args, options)
        raise AttributeError(self._place["type"] + " has no " + name + " here.")

    def _lead(self, method, gives, args, options):
        step = {"method": method, "args": arguments(method, args, options)}
        place = {"type": gives, "object": self._place["object"], "chain": self._place["chain"] + [step]}
        return Thing(self._known, place)

    def _call(self, method, args, options):
        return self._known.call(self._place, method, arguments(method, args, options))


AS_PROPERTY = {"url", "viewportSize", "context", "mainFrame", "frames", "pages", "name", "page", "parentFrame",
               "childFrames", "status", "statusText", "ok", "headers", "request", "frame", "method", "postData",
               "resourceType", "redirectedFrom", "type", "message", "defaultValue", "text", "location",
               "suggestedFilename"}


def arguments(method, args, options):
    args, options = list(args), dict(options)
    for name in PLACED.get(method, [])[len(args):]:
        if name in options:
            args.append(options.pop(name))
    told = [tell(arg) for arg in args]
    if method in SCRIPTS:
        # In Python, functions for the page are strings.
        told = [{"$": "function", "source": one} if isinstance(one, str) and FUNCTION.match(one) else one
                for one in told]
    if method == "waitForFunction" and options and len(told) == 1:
        told.append(None)
    if options:
        told.append(tell({camel(key): value for key, value in options.items()}))
    return told


def text_of(value):
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return repr(value)


def run_python(code, names):
    """The value of the last expression, or None."""
    tree = ast.parse(code, "program.py")
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "program.py", "exec"), names)
    return eval(compile(ast.Expression(last.value), "program.py", "eval"), names) if last else None


def own_lines(failure):
    """Name, message, and position in the program."""
    frames = [one for one in traceback.extract_tb(failure.__traceback__) if one.filename == "program.py"]
    lines = ["    at program.py:%d" % one.lineno for one in reversed(frames)]
    return "\n".join(["%s: %s" % (type(failure).__name__, failure)] + lines)


def python(start, known):
    page, context = known.thing(start["roots"]["page"]), known.thing(start["roots"]["context"])
    try:
        value = run_python(start["code"], {"__name__": "__main__", "page": page, "context": context})
    except SystemExit as end:
        return {"exitCode": end.code if isinstance(end.code, int) else 0}
    except BaseException as failure:
        error = own_lines(failure)
        print(error, file=sys.stderr)
        return {"exitCode": 1, "error": error}
    return {"exitCode": 0} if value is None else {"exitCode": 0, "result": text_of(value)}


COMMANDS = """goto URL | click SELECTOR | fill SELECTOR TEXT | type SELECTOR TEXT | press SELECTOR KEY | check SELECTOR
select SELECTOR VALUE | text SELECTOR | html | title | url | eval JAVASCRIPT | wait SELECTOR | screenshot"""


def command(known, root, name, args):
    """Runs `page ...` in Bash and prints its result."""
    page = known.thing(root)
    one = {"text": "inner_text", "html": "content", "eval": "evaluate", "wait": "wait_for_selector",
           "select": "select_option"}.get(name, name)
    if name == "url":
        return known.call(page._place, "evaluate", ["location.href"])
    allowed = {"goto", "click", "fill", "type", "press", "check", "select_option", "inner_text", "content", "title",
               "evaluate", "wait_for_selector", "screenshot"}
    if one not in allowed:
        raise PageError("There is no `page " + name + "`. The commands are:\n" + COMMANDS)
    value = getattr(page, one)(*args)
    return None if isinstance(value, Thing) or one == "select_option" else value


def bash(start, _known):
    shell = 'page() { "$WINNOW_PYTHON" "$WINNOW_PAGE" page "$@"; }\nexport -f page\n' + start["code"]
    known = json.dumps({"api": {"Page": start["api"]["Page"]}, "root": start["roots"]["page"]})
    environment = {**os.environ, "WINNOW_KNOWN": known, "WINNOW_PAGE": os.path.abspath(__file__),
                   "WINNOW_PYTHON": sys.executable}
    ended = subprocess.run(["bash", "-c", shell], env=environment, pass_fds=(TO_PROGRAM, FROM_PROGRAM))
    code = ended.returncode
    return {"exitCode": code} if code == 0 else {"exitCode": code, "error": "The program ended with %d." % code}


def page_command(args):
    start = json.loads(os.environ["WINNOW_KNOWN"])
    page = {"object": start["root"], "type": "Page", "now": {}}
    start["api"].update({name: {"methods": [], "builders": {}, "now": [], "refused": {}}
                         for name in ("Response", "ElementHandle", "Frame", "BrowserContext")})
    try:
        value = command(Known(start["api"], [page]), start["root"], args[0] if args else "", args[1:])
        if value is not None:
            print(text_of(value))
    except (PageError, TypeError) as failure:
        print(failure, file=sys.stderr)
        sys.exit(1)


def main(mode, args):
    if mode == "page":
        return page_command(args)
    say({"say": "ready"})
    start = hear()
    known = Known(start["api"], start["objects"])
    end = python(start, known) if mode == "python" else bash(start, known)
    sys.stdout.flush()
    sys.stderr.flush()
    say({"say": "done", **end})


main(sys.argv[1], sys.argv[2:])

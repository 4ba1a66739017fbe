"""A page of HTML as a tree, and the demands that every page of ours meets."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "wbr", "br", "link", "img", "input", "hr", "base", "source"}
LOADS = {"src", "srcset", "data", "action", "formaction", "poster", "background", "ping", "xlink:href"}


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    parts: list = field(default_factory=list)

    def text(self):
        return "".join(part if isinstance(part, str) else part.text() for part in self.parts)

    def all(self, *tags):
        for part in self.parts:
            if isinstance(part, Node):
                if part.tag in tags:
                    yield part
                yield from part.all(*tags)

    def one(self, tag):
        (only,) = self.all(tag)
        return only


class Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open = [Node("", {})]

    def handle_starttag(self, tag, attributes):
        assert len({name for name, _ in attributes}) == len(attributes)
        node = Node(tag, {name: value or "" for name, value in attributes})
        self.open[-1].parts.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        self.open[-1].parts.append(data)

    def handle_comment(self, data):
        raise AssertionError(f"a comment: {data!r}")

    handle_pi = unknown_decl = handle_comment


def parsed(page: str) -> Node:
    """The page as a tree, in which every element is closed in its order."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    (top,) = reader.open
    return top


def read(page: str) -> Node:
    """The page as a tree; whatever is wrong with it that can be told without a browser."""
    top = parsed(page)
    nodes = list(every(top))
    ids = [node.attributes["id"] for node in nodes if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    for node in nodes:
        for name, value in node.attributes.items():
            assert name not in LOADS
            assert not name.startswith("on")
            if name == "href" and not value.startswith("#"):
                assert node.tag == "a"
                assert value.startswith(("https://", "http://"))
            if name in ("href", "aria-labelledby") and not value.startswith("http"):
                assert value.removeprefix("#") in ids
    assert not {node.tag for node in nodes} & {"img", "iframe", "object", "embed", "link", "base", "form"}
    assert [node.attributes["type"] for node in top.all("script")] == ["text/plain"]
    (style,) = top.all("style")
    assert not re.search(r"url\(|@import|@font-face|</", style.text())
    return top


def every(node):
    for part in node.parts:
        if isinstance(part, Node):
            yield part
            yield from every(part)

import { isTag } from 'domhandler'
import type { Element } from 'domhandler'

/** The language of a code block, in the notation of highlighters on the block or on the code in it. */
export function languageOf(pre: Element): string {
  for (const element of [pre, ...pre.children.filter(isTag).filter(({ name }) => name === 'code')]) {
    const language = named(element) ?? classed(element.attribs['class'] ?? '', true)
    if (language !== undefined) return NO_LANGUAGE.has(language.toLowerCase()) ? '' : language
  }
  return ''
}

export function languageAround(element: Element): string {
  const text = element.attribs['class'] ?? ''
  const language = MENTIONS_CODE.test(text)
    ? (named(element) ?? classed(text, /highlight|source|code/i.test(text)))
    : undefined
  return language === undefined || NO_LANGUAGE.has(language.toLowerCase()) ? '' : language
}

const MENTIONS_CODE = /lang|highlight|brush|source|code|syntax|shiki/i

function named({ attribs }: Element): string | undefined {
  for (const name of ['data-lang', 'data-language', 'data-enlighter-language', 'data-code-language']) {
    const language = attribs[name]
    if (language && NAME.test(language)) return language
  }
  const language = attribs['lang']?.toLowerCase()
  return language && KNOWN.has(language) ? language : undefined
}

/** A bare name counts only where it cannot mean anything else. */
function classed(text: string, isCode: boolean): string | undefined {
  if (text === '') return undefined
  const stated = STATED.exec(text)?.[1]
  if (stated !== undefined) return stated
  if (!isCode) return undefined
  for (const token of text.split(/\s+/)) {
    const name = token.replace(/^(?:highlight|code|src|syntax|hljs)-/, '').toLowerCase()
    if (KNOWN.has(name) || (name !== token.toLowerCase() && NO_LANGUAGE.has(name))) return name
  }
  return undefined
}

const NAME = /^[\w+#.-]{1,30}$/
const STATED =
  /(?:^|\s)(?:lang(?:uage)?|highlight-(?:source|text)|mw-highlight-lang|brush)(?:-|:\s*)([\w+#.-]{1,30})/

const NO_LANGUAGE = new Set(
  'text plain plaintext txt none no nohighlight no-highlight auto default undefined unknown notranslate'.split(
    ' ',
  ),
)

const KNOWN = new Set(
  (
    'abap actionscript ada apache applescript arduino asm assembly awk bash basic bat batch bibtex c c# c++ clj clojure ' +
    'cmake cmd cobol coffee coffeescript console cpp crystal cs csharp css csv cuda cypher d dart delphi diff django ' +
    'docker dockerfile dos dot elisp elixir elm erb erlang ex f# fish forth fortran fsharp gherkin glsl go golang ' +
    'gradle graphql groovy haml handlebars haskell haxe hcl hlsl hs html http ini java javascript jinja jinja2 js json ' +
    'json5 jsonc jsonld jsp jsx julia kotlin kt latex less lisp lua make makefile markdown mathematica matlab md ' +
    'mermaid mysql nasm nginx nim nix objc objective-c objectivec ocaml octave pascal perl pgsql php pl powershell ' +
    'prolog properties proto protobuf ps1 pseudocode puppet py pycon python python2 python3 qml r racket rb react ' +
    'regex rest rs rst ruby rust sas sass scala scheme scss sed sh shell shell-session smalltalk solidity sql stata ' +
    'stylus svelte svg swift systemverilog tcl terminal terraform tex toml ts tsx twig typescript vb vba vbnet ' +
    'verilog vhdl vim vue wasm wat xaml xhtml xml xquery xslt yaml yml zig zsh'
  ).split(' '),
)

import bash from '@speed-highlight/core/languages/bash.js'
import c from '@speed-highlight/core/languages/c.js'
import css from '@speed-highlight/core/languages/css.js'
import diff from '@speed-highlight/core/languages/diff.js'
import docker from '@speed-highlight/core/languages/docker.js'
import go from '@speed-highlight/core/languages/go.js'
import html from '@speed-highlight/core/languages/html.js'
import ini from '@speed-highlight/core/languages/ini.js'
import java from '@speed-highlight/core/languages/java.js'
import js from '@speed-highlight/core/languages/js.js'
import json from '@speed-highlight/core/languages/json.js'
import lua from '@speed-highlight/core/languages/lua.js'
import make from '@speed-highlight/core/languages/make.js'
import md from '@speed-highlight/core/languages/md.js'
import py from '@speed-highlight/core/languages/py.js'
import rs from '@speed-highlight/core/languages/rs.js'
import sql from '@speed-highlight/core/languages/sql.js'
import toml from '@speed-highlight/core/languages/toml.js'
import ts from '@speed-highlight/core/languages/ts.js'
import xml from '@speed-highlight/core/languages/xml.js'
import yaml from '@speed-highlight/core/languages/yaml.js'
import { tokenizeWith } from '@speed-highlight/core/tokenize'
import { type CodeLanguage, languageNamed } from './code-language.ts'

/** A part of a code block; the kind names its color. */
export interface CodeToken {
  readonly text: string
  readonly kind?: string | undefined
}

const grammars: Readonly<Record<CodeLanguage, Parameters<typeof tokenizeWith>[1]>> = {
  bash,
  c,
  css,
  diff,
  docker,
  go,
  html,
  ini,
  java,
  js,
  json,
  lua,
  make,
  md,
  py,
  rs,
  sql,
  toml,
  ts,
  xml,
  yaml,
}
const languages = grammars as Record<string, Exclude<(typeof grammars)[CodeLanguage], string>>

/** The patterns are quadratic in the length of a line and of blank space, so code beyond this is shown without colors. */
const longestCode = 20_000
const longestLine = 1000
const blank = /\s{200}/

/** The tokens of a code block; one plain token for an unknown language or code that is too long. */
export function highlight(text: string, label: string): readonly CodeToken[] {
  const language = languageNamed(label)
  const isTooLong =
    text.length > longestCode ||
    blank.test(text) ||
    text.split('\n').some((line) => line.length > longestLine)
  if (language === undefined || isTooLong) return [{ text }]
  const tokens: CodeToken[] = []
  tokenizeWith(
    text,
    grammars[language],
    (part, kind) => {
      if (part !== '') tokens.push({ text: part, ...(kind === undefined ? {} : { kind }) })
    },
    { languages },
  )
  return tokens
}

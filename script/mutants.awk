# Prints what single changes a C file admits, one to a line: the file, the number of the line, the
# operator, whether that is inside of a function, the line as it is, and as it would be; between them tabs. Comments, strings,
# characters, directives and assertions are left as they are. It goes by tokens and by how the
# formatter sets them ("a * b", but "char *b"), not by grammar: what does not compile is no mutant.

function blank(count,    text) {
  text = sprintf("%" count "s", "")
  return text
}

# The line with blanks for comments, and for what is between quotes.
function masked(line,    out, c, two, i, n, quote) {
  out = ""
  n = length(line)
  for (i = 1; i <= n; i++) {
    c = substr(line, i, 1)
    two = substr(line, i, 2)
    if (comment) {
      if (two == "*/") { comment = 0; out = out "  "; i++ } else out = out " "
    } else if (two == "/*") {
      comment = 1; out = out "  "; i++
    } else if (two == "//") {
      out = out blank(n - i + 1); break
    } else if (c == "\"" || c == "\047") {
      quote = c
      out = out quote
      for (i++; i <= n && substr(line, i, 1) != quote; i++) {
        out = out " "
        if (substr(line, i, 1) == "\\") { out = out " "; i++ }
      }
      out = out quote
    } else out = out c
  }
  return out
}

# One change: so many characters of the line, from a place on, become a text.
function change(what, at, count, text,    line) {
  line = substr(raw, 1, at - 1) text substr(raw, at + count)
  if (line != raw) printf "%s\t%d\t%s\t%d\t%s\t%s\n", FILENAME, FNR, what, inside, raw, line
}

# Where the parenthesis that opens at a place is closed; 0: not in this line.
function closes(text, at,    depth, i, c) {
  for (i = at; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "(") depth++
    if (c == ")" && --depth == 0) return i
  }
  return 0
}

function conditions(text,    at, end, rest, word) {
  rest = text
  at = 0
  while (match(rest, /(^|[^A-Za-z0-9_])(if|while) \(/)) {
    at += RSTART + RLENGTH - 1
    end = closes(text, at)
    if (end) change("condition", at, end - at + 1, "(!" substr(raw, at, end - at + 1) ")")
    rest = substr(text, at + 1)
  }
}

# Statements that stand alone in their line.
function statements(text,    at, end, value) {
  match(text, /^ */)
  at = RLENGTH + 1
  end = index(text, ";")
  if (!end || substr(text, end + 1) ~ /[^ ]/ || !inside) return
  if (substr(text, at) ~ /^(break|continue);/) { change("statement", at, end - at, ""); return }
  if (substr(text, at) ~ /^return [^;]/) {
    value = substr(text, at + 7, end - at - 7)
    if (value !~ /^(0|NULL|false|true|MR_OK)$/) change("return", at + 7, end - at - 7, "0")
    return
  }
  if (!begins || gsub(/\(/, "(", text) != gsub(/\)/, ")", text)) return
  if (substr(text, at) ~ /^(\(void\)|return)/) return
  if (substr(text, at) ~ /^(\*|\+\+|--|[A-Za-z_][A-Za-z0-9_]*(->|\.|\[|\(| [-+*\/%&|^<>]*=|\+\+|--))/) {
    change("statement", at, end - at, "")
  }
}

# Where the size of an array that is declared stands: one more is never seen, and one less is for
# sanitizers.
function find_dimension(text) {
  dimension = dimension_end = 0
  if (text !~ /^ *return / &&
      match(text, /^ *[A-Za-z_][A-Za-z0-9_ ]* [*]*[A-Za-z_][A-Za-z0-9_]*\[[^]]*\]/)) {
    dimension = index(text, "[")
    dimension_end = RLENGTH
  }
}

function number(token, at,    body, suffix) {
  if (at > dimension && at < dimension_end) return
  if (token ~ /^0[xX]/) { change("constant", at, length(token), "(" token " + 1)"); return }
  if (token ~ /[.eE]/) { change("constant", at, length(token), "(" token " + 1)"); return }
  match(token, /^[0-9]+/)
  body = substr(token, 1, RLENGTH)
  suffix = substr(token, RLENGTH + 1)
  if (length(body) > 9) { change("constant", at, length(token), "(" token " + 1)"); return }
  change("constant", at, length(token), (body + 1) suffix)
  if (body + 0 > 0) change("constant", at, length(token), (body - 1) suffix)
}

function operator(token, at, binary, spaced) {
  if (token in swaps) {
    if (token ~ /^[-+*\/%&|^]$/ && !(binary && spaced)) return
    if (token ~ /^[<>]$/ && !spaced) return
    change(kind[token], at, length(token), swaps[token])
    if (token in other) change(kind[token], at, length(token), other[token])
  } else if (token == "!") change("negation", at, 1, "")
}

# Tokens from left to right; what stands before one tells a difference from a sign.
function tokens(text,    at, n, token, before, binary, spaced) {
  at = 1
  n = length(text)
  before = ""
  while (at <= n) {
    token = substr(text, at)
    if (match(token, /^ +/)) { at += RLENGTH; continue }
    if (match(token, /^[A-Za-z_][A-Za-z0-9_]*/) || match(token, /^[0-9][0-9A-Za-z_.]*/)) {
      token = substr(token, 1, RLENGTH)
      if (token ~ /^[0-9]/) number(token, at)
      if (token == "true") change("constant", at, 4, "false")
      if (token == "false") change("constant", at, 5, "true")
    } else {
      if (!match(token, /^(<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*\/%&|^=!<>]=)/)) RLENGTH = 1
      token = substr(token, 1, RLENGTH)
      binary = before ~ /^([A-Za-z0-9_].*|[])])$/ && before !~ /^(return|case|sizeof)$/
      spaced = substr(text, at - 1, 1) == " " && substr(text, at + length(token), 1) ~ /^ ?$/
      operator(token, at, binary, spaced)
    }
    before = token
    at += length(token)
  }
}

function pair(what, from, to) { swaps[from] = to; kind[from] = what }

BEGIN {
  pair("relation", "<", "<="); pair("relation", "<=", "<"); pair("relation", ">", ">=")
  pair("relation", ">=", ">"); pair("relation", "==", "!="); pair("relation", "!=", "==")
  other["<"] = ">"; other[">"] = "<"
  pair("logic", "&&", "||"); pair("logic", "||", "&&")
  pair("arithmetic", "+", "-"); pair("arithmetic", "-", "+"); pair("arithmetic", "*", "+")
  pair("arithmetic", "/", "*"); pair("arithmetic", "%", "*")
  pair("arithmetic", "&", "|"); pair("arithmetic", "|", "&"); pair("arithmetic", "^", "|")
  pair("arithmetic", "<<", ">>"); pair("arithmetic", ">>", "<<")
  pair("assignment", "+=", "-="); pair("assignment", "-=", "+="); pair("assignment", "*=", "+=")
  pair("assignment", "|=", "&="); pair("assignment", "&=", "|="); pair("assignment", "^=", "|=")
  pair("assignment", "<<=", ">>="); pair("assignment", ">>=", "<<="); pair("assignment", "/=", "*=")
  pair("assignment", "++", "--"); pair("assignment", "--", "++")
}

FNR == 1 { comment = inside = directive = assertion = 0; begins = 1 }

{
  raw = $0
  bare = masked(raw)
  if (directive || bare ~ /^ *#/) {
    directive = raw ~ /\\$/
    next
  }
  if (raw ~ /\t/ || bare !~ /[^ ]/) next
  if (bare ~ /^[A-Za-z_].*[^;]$/) inside = 0
  if (bare ~ /(^|[^A-Za-z0-9_])(assert|static_assert|_Static_assert)\(/) assertion = 1
  if (!assertion) {
    find_dimension(bare)
    tokens(bare)
    conditions(bare)
    statements(bare)
  }
  if (bare ~ /; *$/) assertion = 0
  if (bare ~ /^}/) inside = 0
  else if (bare ~ /\) *{ *$/ || bare ~ /^{/) inside = 1
  begins = bare ~ /[;{}:] *$/
}

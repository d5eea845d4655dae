/* Games to step through as part of a page: the turn that decided, a curve, and a script of ours. */
#include <marcher/paint.h>
#include <marcher/reel.h>
#include <string.h>

#include "paint/svg_priv.h"

/** The curve of what the first side expects, in units of its own that the page stretches. */
enum { CURVE_WIDTH = 600, CURVE_HEIGHT = 120, CURVE_RIM = 4 };

const char mr_paint_reel_style[] =
    ".film{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;margin:1.5rem 0 2.5rem}\n"
    ".film figcaption{flex:1 0 100%;order:-1;margin:0;color:var(--ink);font-size:1rem}\n"
    ".film .board{flex:1 1 22rem;max-width:30rem;min-width:0}\n"
    ".film .board svg{width:100%;height:auto}\n"
    ".film .beside{flex:1 1 15rem;min-width:0;display:flex;flex-direction:column;gap:.5rem;"
    "font:.9rem/1.45 system-ui,'Segoe UI','DejaVu Sans',sans-serif}\n"
    ".film .step{margin:0;font-weight:600;min-height:2.9em;overflow-wrap:anywhere}\n"
    ".film .curve{width:100%;height:5rem;display:block;background:var(--band);"
    "border:1px solid var(--line);border-radius:4px;cursor:crosshair;--bar:#8a6a3c}\n"
    "@media (prefers-color-scheme:dark){.film .curve{--bar:#c9a368}}\n"
    ".film .what{margin:0;color:var(--faint);font-size:.8rem}\n"
    ".film .keys{display:none;gap:.4rem;align-items:center}\n"
    ".film.live .keys{display:flex}\n"
    ".film button{font:1.4rem/1 "
    "system-ui,sans-serif;min-width:2.75rem;min-height:2.75rem;border:1px solid var(--line);"
    "border-radius:6px;background:var(--band);color:var(--ink);cursor:pointer;padding:0}\n"
    ".film button:hover{border-color:var(--accent)}\n"
    ".film input{flex:1;min-width:3rem;accent-color:var(--accent);height:2.75rem}\n"
    ".film .turns{margin:0;padding:0 .25rem;list-style:none;max-height:15rem;overflow:auto;"
    "border-top:1px solid var(--line)}\n"
    ".film .turns li{padding:.1rem .35rem;border-radius:4px;overflow-wrap:anywhere}\n"
    ".film.live .turns li{cursor:pointer}.film .turns .at{background:var(--band);"
    "box-shadow:inset 3px 0 var(--accent)}\n"
    "@media print{.film "
    ".board{min-height:0!important}.film{display:inline-block;width:47%;margin:0 2% 1rem 0}"
    ".film .keys,.film .turns{display:none!important}.film .curve{height:1.6cm}"
    ".film .board svg{max-height:8cm;width:auto;max-width:100%}}\n";

static const char script[] =
    "(()=>{const reel=JSON.parse(document.getElementById('reel').textContent);\n"
    "document.querySelectorAll('.film').forEach((film,n)=>{\n"
    "const frames=reel.films[n],known=[],find=s=>film.querySelector(s);\n"
    "const board=find('.board'),slider=find('input'),step=find('.step'),curve=find('.curve'),"
    "cursor=find('.cursor'),list=find('.turns'),turns=[...list.children];\n"
    "const lines=k=>{let i=k;while(i>0&&!known[i])i--;for(;i<=k;i++){if(known[i])continue;"
    "const out=[],before=i>0?known[i-1]:[];if(frames[i])for(const t of frames[i].split(' ')){"
    "const [a,b]=t.split('+');if(b)out.push(...before.slice(+a,+a+ +b));else out.push(+a)}"
    "known[i]=out}return known[k]};\n"
    "let at=+slider.value;\n"
    "const show=k=>{turns[at].className='';at=Math.max(0,Math.min(frames.length-1,k));"
    "board.style.minHeight=board.offsetHeight+'px';\n"
    "board.innerHTML=lines(at).map(i=>reel.lines[i]).join('\\n');slider.value=at;"
    "turns[at].className='at';step.textContent=turns[at].textContent;\n"
    "const x=frames.length>1?600*at/(frames.length-1):0;cursor.setAttribute('x1',x);"
    "cursor.setAttribute('x2',x);\n"
    "const top=turns[at].offsetTop-list.offsetTop;if(top<list.scrollTop||"
    "top+turns[at].offsetHeight>list.scrollTop+list.clientHeight)"
    "list.scrollTop=top-list.clientHeight/2};\n"
    "const go={first:()=>show(0),back:()=>show(at-1),on:()=>show(at+1),"
    "last:()=>show(frames.length-1)};\n"
    "film.querySelectorAll('button').forEach(b=>b.onclick=go[b.dataset.go]);\n"
    "slider.oninput=()=>show(+slider.value);\n"
    "turns.forEach((t,i)=>t.onclick=()=>show(i));\n"
    "curve.onclick=e=>{const r=curve.getBoundingClientRect();"
    "show(Math.round((e.clientX-r.left)/r.width*(frames.length-1)))};\n"
    "film.onkeydown=e=>{const "
    "key={ArrowLeft:'back',ArrowRight:'on',Home:'first',End:'last'}[e.key];"
    "if(key&&e.target!==slider){e.preventDefault();go[key]()}};\n"
    "film.classList.add('live');show(at)})})();\n";

/* ---- one game -------------------------------------------------------------------------------- */

static const char *text_at(const mr_film *film, size_t at) {
  return mr_str_text(&film->texts) + film->moments[at].text;
}

static int x_of(const mr_film *film, size_t at) {
  return film->count > 1 ? (int)(CURVE_WIDTH * at / (film->count - 1)) : 0;
}

static void put_curve(const mr_film *film, mr_str *out) {
  int decisive = x_of(film, film->decisive);
  mr_str_format(out,
                "<svg class=\"curve\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
                "role=\"img\" aria-label=\"What the first side expects, turn by turn\">"
                "<path d=\"M0 %dH%d\" stroke=\"var(--line)\" vector-effect=\"non-scaling-stroke\"/>"
                "<polyline fill=\"none\" stroke=\"var(--bar)\" stroke-width=\"2\" "
                "stroke-linejoin=\"round\" vector-effect=\"non-scaling-stroke\" points=\"",
                CURVE_WIDTH, CURVE_HEIGHT, CURVE_HEIGHT / 2, CURVE_WIDTH);
  for (size_t i = 0; i < film->count; i++) {
    int value = film->moments[i].value;
    if (value >= 0) {
      int room = CURVE_HEIGHT - 2 * CURVE_RIM;
      mr_str_format(out, "%d,%d ", x_of(film, i), CURVE_RIM + room * (1000 - value) / 1000);
    }
  }
  mr_str_format(out,
                "\"/><line class=\"cursor\" x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"%d\" "
                "stroke=\"var(--accent)\" stroke-width=\"2\" "
                "vector-effect=\"non-scaling-stroke\"/></svg>\n",
                decisive, decisive, CURVE_HEIGHT);
}

static void put_keys(const mr_film *film, mr_str *out) {
  static const char *const keys[][3] = {{"first", "To the beginning", "&#171;"},
                                        {"back", "One turn back", "&#8249;"},
                                        {"on", "One turn on", "&#8250;"},
                                        {"last", "To the end", "&#187;"}};
  mr_str_add(out, "<div class=\"keys\">");
  for (size_t i = 0; i < 2; i++) {
    mr_str_format(out, "<button type=\"button\" data-go=\"%s\" aria-label=\"%s\">%s</button>",
                  keys[i][0], keys[i][1], keys[i][2]);
  }
  mr_str_format(out,
                "<input type=\"range\" min=\"0\" max=\"%zu\" value=\"%zu\" aria-label=\"Turn\" "
                "autocomplete=\"off\">",
                film->count - 1, film->decisive);
  for (size_t i = 2; i < 4; i++) {
    mr_str_format(out, "<button type=\"button\" data-go=\"%s\" aria-label=\"%s\">%s</button>",
                  keys[i][0], keys[i][1], keys[i][2]);
  }
  mr_str_add(out, "</div>\n");
}

/* A number of a frame. @return behind it */
static const char *read_number(const char *text, size_t *out) {
  for (*out = 0; *text >= '0' && *text <= '9'; text++) {
    *out = 10 * *out + (size_t)(*text - '0');
  }
  return text;
}

/* Adds the lines of a frame. @param before lines of the one before; @param now room for these */
static size_t read_frame(const char *text, const uint32_t *before, uint32_t *now, size_t room) {
  size_t count = 0;
  while (*text != '\0') {
    size_t first = 0, run = 0;
    text = read_number(text, &first);
    if (*text == '+') {
      text = read_number(text + 1, &run);
      for (size_t i = 0; i < run && count < room; i++) {
        now[count++] = before[first + i];
      }
    } else if (count < room) {
      now[count++] = (uint32_t)first;
    }
    text += *text == ' ';
  }
  return count;
}

/* Lines of the largest picture of a game. */
static size_t most_lines(const mr_film *film) {
  size_t most = 0;
  for (size_t i = 0; i < film->count; i++) {
    size_t count = 0, first = 0, run = 0;
    for (const char *at = mr_str_text(&film->frames) + film->moments[i].frames; *at != '\0';) {
      at = read_number(at, &first);
      run = 1;
      if (*at == '+') {
        at = read_number(at + 1, &run);
      }
      count += run;
      at += *at == ' ';
    }
    most = count > most ? count : most;
  }
  return most;
}

/* The picture of the turn that decided, for paper and for who wants no script. */
static void put_picture(const mr_reel *reel, const mr_film *film, mr_str *out) {
  size_t room = most_lines(film), count = 0;
  uint32_t *lines[2] = {mr_alloc_zero(NULL, room + 1, sizeof *lines[0]),
                        mr_alloc_zero(NULL, room + 1, sizeof *lines[1])};
  for (size_t i = 0; i <= film->decisive && lines[0] != NULL && lines[1] != NULL; i++) {
    const char *frame = mr_str_text(&film->frames) + film->moments[i].frames;
    count = read_frame(frame, lines[(i + 1) % 2], lines[i % 2], room);
  }
  const uint32_t *shown = lines[film->decisive % 2];
  for (size_t i = 0; i < count && shown != NULL; i++) {
    mr_str_bytes(out, reel->lines[shown[i]].text, reel->lines[shown[i]].length);
    mr_str_char(out, '\n');
  }
  mr_alloc_free(NULL, lines[0], (room + 1) * sizeof *lines[0]);
  mr_alloc_free(NULL, lines[1], (room + 1) * sizeof *lines[1]);
}

static void put_film(const mr_reel *reel, const mr_film *film, mr_str *out) {
  mr_str_add(out, "<figure class=\"film\" tabindex=\"-1\">\n<figcaption>");
  mr_paint_put_markup(out, mr_str_text(&film->caption));
  mr_str_add(out, "</figcaption>\n<div class=\"board\">\n");
  put_picture(reel, film, out);
  mr_str_add(out, "</div>\n<div class=\"beside\">\n<p class=\"step\" aria-live=\"polite\">");
  mr_paint_put_markup(out, text_at(film, film->decisive));
  mr_str_add(out, "</p>\n");
  put_keys(film, out);
  put_curve(film, out);
  mr_str_add(out, "<p class=\"what\">What ");
  mr_paint_put_markup(out, reel->game->info.player_names[0]);
  mr_str_add(out, " expects to score, from nothing below to the whole point above.</p>\n"
                  "<ol class=\"turns\">");
  for (size_t i = 0; i < film->count; i++) {
    mr_str_add(out, "<li>");
    mr_paint_put_markup(out, text_at(film, i));
    mr_str_add(out, "</li>\n");
  }
  mr_str_add(out, "</ol>\n</div>\n</figure>\n");
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* A text within a script: nothing in it ends one. */
static void put_quoted(const char *text, size_t length, mr_str *out) {
  mr_str_char(out, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '<' || c == '"' || c == '\\' || c < ' ') {
      mr_str_format(out, "\\u%04x", (unsigned)c);
    } else {
      mr_str_char(out, (char)c);
    }
  }
  mr_str_char(out, '"');
}

static void put_data(const mr_reel *reel, mr_str *out) {
  mr_str_add(out, "<script type=\"application/json\" id=\"reel\">{\"lines\":[");
  for (size_t i = 0; i < reel->line_count; i++) {
    mr_str_add(out, i > 0 ? ",\n" : "");
    put_quoted(reel->lines[i].text, reel->lines[i].length, out);
  }
  mr_str_add(out, "],\n\"films\":[");
  for (size_t i = 0; i < reel->count; i++) {
    const mr_film *film = reel->films[i];
    mr_str_add(out, i > 0 ? ",\n[" : "[");
    for (size_t k = 0; k < film->count; k++) {
      mr_str_format(out, "%s\"%s\"", k > 0 ? "," : "",
                    mr_str_text(&film->frames) + film->moments[k].frames);
    }
    mr_str_char(out, ']');
  }
  mr_str_add(out, "]}</script>\n<script>\n");
  mr_str_add(out, script);
  mr_str_add(out, "</script>\n");
}

void mr_paint_reel_html(const mr_reel *reel, mr_str *out) {
  for (size_t i = 0; i < reel->count; i++) {
    if (reel->films[i]->count > 0) {
      put_film(reel, reel->films[i], out);
    }
  }
  put_data(reel, out);
}

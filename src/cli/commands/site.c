#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <marcher/hash.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/commands/page_priv.h"
#include "cli/files.h"

/* Names of the files of a site and the hashes of their contents: what is ours, and unchanged. */
#define MANIFEST "marcher-site.txt"
/* What stands in it before the assets of the publication before, which pages that readers have
 * open, or that caches hold, ask for. */
#define FORMER "# before\n"
#define ASSETS "assets/"
/* Ten thousand games have a megabyte of names. */
#define MANIFEST_LIMIT ((size_t)16 << 20)
#define PATH_LIMIT 512
/* The largest file of a site is the program, half a megabyte. */
#define FILE_LIMIT ((size_t)64 << 20)

typedef struct site_options {
  const char *directory;
  cli_list games;
  const char *title;
  bool workshop;
} site_options;

static const cli_argument arguments[] = {
    {"DIRECTORY", "the folder to write, which is made", offsetof(site_options, directory), false,
     false},
    {"GAME", "games of the site; without any, all that 'marcher games' lists, and the workshop",
     offsetof(site_options, games), true, true},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("title", CLI_TEXT, site_options, title, .value = "TEXT",
               .help = "what the site is called (Marcher)"),
    CLI_OPTION("workshop", CLI_FLAG, site_options, workshop,
               .help = "with the workshop, in which games are changed and made"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"site public", "all games, for any static host"},
    {"site public my-game --rules my-games.ini --title 'My games'", "a game of your own"},
    {NULL, NULL},
};

/* One folder that is compared with a site. */
typedef struct folder {
  cli_context *cli;
  const char *path;
  const cli_site *site;
  mr_str before; /* the manifest that lies there */
  mr_str former; /* lines of assets that stay, though this site has others */
} folder;

/* "PATH/NAME". @return false: longer than a path may be */
static bool join(char out[PATH_LIMIT], const char *path, const char *name) {
  mr_str text = mr_str_fixed(out, PATH_LIMIT);
  mr_str_format(&text, "%s/%s", path, name);
  return text.status == MR_OK;
}

static void put_line(mr_str *out, const char *name, const void *bytes, size_t length) {
  uint64_t hash = mr_hash_bytes(MR_HASH_START, bytes, length);
  mr_str_format(out, "%016llx %s\n", (unsigned long long)hash, name);
}

/* ---- what lies there already ----------------------------------------------------------------- */

/* Whether the manifest has a file of that name, with that content unless `bytes` is NULL. */
static bool is_ours(const folder *there, const char *name, const mr_str *bytes) {
  char buffer[PATH_LIMIT + 20];
  mr_str line = mr_str_fixed(buffer, sizeof buffer);
  if (bytes != NULL) {
    put_line(&line, name, mr_str_text(bytes), bytes->length);
  } else {
    mr_str_format(&line, " %s\n", name);
  }
  return line.status == MR_OK && strstr(mr_str_text(&there->before), buffer) != NULL;
}

/* What a write that was interrupted has left beside a file of ours goes before others are written.
 */
static bool is_leftover(const folder *there, const char *name) {
  static const char mark[] = ".marcher-";
  char stem[PATH_LIMIT];
  mr_str text = mr_str_fixed(stem, sizeof stem);
  const char *at = strstr(name, mark);
  if (at == NULL) {
    return false;
  }
  mr_str_bytes(&text, name, (size_t)(at - name));
  return is_ours(there, stem, NULL) || strcmp(stem, MANIFEST) == 0;
}

static int refuse_foreign(const folder *there, const char *name, const char *what) {
  return cli_fail(there->cli,
                  "'%s/%s' %s: nothing was written. Name an empty folder, a new one, or one that "
                  "'marcher site' has made",
                  there->path, name, what);
}

static int check_file(const folder *there, const char *name, const char *path) {
  if (strcmp(name, MANIFEST) == 0 || is_leftover(there, name)) {
    return CLI_OK;
  }
  if (!is_ours(there, name, NULL)) {
    return refuse_foreign(there, name, "is none of this site's files");
  }
  mr_str bytes = mr_str_growing(NULL);
  int status = cli_file_read(there->cli, path, FILE_LIMIT, &bytes);
  if (status == CLI_OK && !is_ours(there, name, &bytes)) {
    status = refuse_foreign(there, name, "has been changed by somebody");
  }
  mr_str_done(&bytes);
  return status;
}

/* Files of hosts and of version control that belong beside a site; they are left alone. */
static bool is_hosts(const char *name) {
  return name[0] == '.' || strcmp(name, "CNAME") == 0;
}

/* @param below "" or "assets/" */
static int check_folder(const folder *there, const char *below) {
  char path[PATH_LIMIT], name[PATH_LIMIT];
  struct stat about;
  int status = CLI_OK;
  if (!join(path, there->path, below)) {
    return cli_fail(there->cli, "'%s' is too long a name for a folder", there->path);
  }
  DIR *list = opendir(path);
  if (list == NULL) {
    return errno == ENOENT ? CLI_OK
                           : cli_fail(there->cli, "cannot read '%s': %s", path, strerror(errno));
  }
  for (struct dirent *item; status == CLI_OK && (item = readdir(list)) != NULL;) {
    mr_str text = mr_str_fixed(name, sizeof name);
    mr_str_format(&text, "%s%s", below, item->d_name);
    if (is_hosts(item->d_name) &&
        (below[0] == '\0' || item->d_name[1] == '\0' || strcmp(item->d_name, "..") == 0)) {
      continue;
    }
    if (text.status != MR_OK || !join(path, there->path, name) || lstat(path, &about) != 0) {
      status = refuse_foreign(there, name, "cannot be looked at");
    } else if (S_ISREG(about.st_mode)) {
      status = check_file(there, name, path);
    } else if (!S_ISDIR(about.st_mode) || strcmp(name, "assets") != 0) {
      status = refuse_foreign(there, name, "is none of this site's files");
    }
  }
  closedir(list);
  return status;
}

static int read_manifest(folder *there) {
  char path[PATH_LIMIT];
  mr_str_char(&there->before, '\n');
  if (!join(path, there->path, MANIFEST) || access(path, F_OK) != 0) {
    return CLI_OK;
  }
  return cli_file_read(there->cli, path, MANIFEST_LIMIT, &there->before);
}

/* ---- what stays ------------------------------------------------------------------------------ */

enum { NAME_AT = 17 }; /* in a line of the manifest: behind sixteen digits and a blank */

/* The name in a line, where it is one of a file of a site: no path that leads elsewhere. */
static bool line_name(const char *line, size_t length, char out[PATH_LIMIT]) {
  mr_str text = mr_str_fixed(out, PATH_LIMIT);
  if (length <= NAME_AT) {
    return false;
  }
  mr_str_bytes(&text, line + NAME_AT, length - NAME_AT);
  bool below = strncmp(out, ASSETS, strlen(ASSETS)) == 0;
  return text.status == MR_OK && strchr(out + (below ? strlen(ASSETS) : 0), '/') == NULL;
}

static bool is_new(const cli_site *site, const char *name) {
  for (size_t i = 0; i < site->count; i++) {
    if (strcmp(name, site->files[i].path) == 0) {
      return true;
    }
  }
  return false;
}

/* Adds lines of assets that the site has no more. @param end of the lines; NULL: that of the text
 */
static void add_former(folder *there, const char *line, const char *end) {
  for (const char *next; (end == NULL || line < end) && (next = strchr(line, '\n')) != NULL;
       line = next + 1) {
    char name[PATH_LIMIT];
    if (line_name(line, (size_t)(next - line), name) &&
        strncmp(name, ASSETS, strlen(ASSETS)) == 0 && !is_new(there->site, name)) {
      mr_str_bytes(&there->former, line, (size_t)(next - line) + 1);
    }
  }
}

/*
 * Assets of the last publication that had others: their names are hashes, so that they are in no
 * one's way, and whoever has a page of it goes on playing. Those before it go.
 */
static void find_former(folder *there) {
  const char *text = mr_str_text(&there->before) + 1;
  const char *mark = strstr(text, "\n" FORMER);
  mr_str_char(&there->former, '\n');
  add_former(there, text, mark);
  if (there->former.length == 1 && mark != NULL) {
    add_former(there, mark + strlen("\n" FORMER), NULL);
  }
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What is made to be served can be read by servers, whatever rights new files have here; those that
 * somebody has given besides stay. */
static void let_read(const char *path) {
  struct stat about;
  if (stat(path, &about) == 0 && (about.st_mode & 0444) != 0444) {
    mode_t search = S_ISDIR(about.st_mode) ? 0111 : 0;
    (void)chmod(path, (about.st_mode & 07777) | 0444 | search);
  }
}

/* What lies there already stays as it is, so that browsers need not load it again. */
static int write_named(const folder *there, const char *name, const void *bytes, size_t length) {
  char path[PATH_LIMIT];
  mr_error error;
  if (!join(path, there->path, name)) {
    return cli_fail(there->cli, "'%s/%s' is too long a name for a file", there->path, name);
  }
  let_read(path);
  if (mr_file_holds(path, bytes, length)) {
    return CLI_OK;
  }
  return mr_file_write(path, bytes, length, &error) == MR_OK ? CLI_OK
                                                             : cli_fail_error(there->cli, &error);
}

static int write_manifest(const folder *there, const mr_str *text) {
  return text->status == MR_OK ? write_named(there, MANIFEST, mr_str_text(text), text->length)
                               : cli_fail_memory(there->cli);
}

static void add_lines(const folder *there, mr_str *out) {
  for (size_t i = 0; i < there->site->count; i++) {
    const cli_site_file *file = &there->site->files[i];
    put_line(out, file->path, file->bytes, file->length);
  }
}

/* What lay there counts as ours, too, until all is written: a folder whose writing was interrupted
 * is one that this program has made. */
static int announce(const folder *there, const mr_str *manifest) {
  const char *before = mr_str_text(&there->before) + 1;
  mr_str text = mr_str_growing(NULL);
  add_lines(there, &text);
  mr_str_add(&text, before);
  int status = strcmp(mr_str_text(manifest), before) == 0 ? CLI_OK : write_manifest(there, &text);
  mr_str_done(&text);
  return status;
}

/* Removes what the site had and has no more. */
static void remove_stale(const folder *there) {
  const char *line = mr_str_text(&there->before) + 1;
  for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    char name[PATH_LIMIT], path[PATH_LIMIT], last[PATH_LIMIT + 2];
    if (!line_name(line, (size_t)(end - line), name) || is_new(there->site, name)) {
      continue;
    }
    mr_str text = mr_str_fixed(last, sizeof last);
    mr_str_format(&text, " %s\n", name);
    if (strstr(mr_str_text(&there->former), last) == NULL && join(path, there->path, name)) {
      unlink(path);
    }
  }
}

static int make_folder(cli_context *cli, const char *path) {
  struct stat about;
  if (mkdir(path, 0777) == 0 ||
      (errno == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode))) {
    return CLI_OK;
  }
  return cli_fail(cli, "cannot make the folder '%s': %s", path,
                  errno == EEXIST ? "there is a file of that name" : strerror(errno));
}

/* Shared files come first, so that whoever opens a page meanwhile finds what it needs. */
static int write_files(const folder *there) {
  int status = CLI_OK;
  for (int immutable = 1; immutable >= 0; immutable--) {
    for (size_t i = 0; i < there->site->count && status == CLI_OK; i++) {
      const cli_site_file *file = &there->site->files[i];
      if (file->immutable == (immutable == 1)) {
        status = write_named(there, file->path, file->bytes, file->length);
      }
    }
  }
  return status;
}

static int check_all(folder *there) {
  int status = read_manifest(there);
  if (status == CLI_OK) {
    status = check_folder(there, "");
  }
  return status == CLI_OK ? check_folder(there, ASSETS) : status;
}

static int write_all(folder *there) {
  char root[PATH_LIMIT], assets[PATH_LIMIT];
  if (!join(assets, there->path, ASSETS)) {
    return cli_fail(there->cli, "'%s' is too long a name for a folder", there->path);
  }
  mr_str manifest = mr_str_growing(NULL);
  find_former(there);
  add_lines(there, &manifest);
  if (there->former.length > 1) {
    mr_str_format(&manifest, FORMER "%s", mr_str_text(&there->former) + 1);
  }
  int status =
      there->former.status == MR_OK ? make_folder(there->cli, assets) : cli_fail_memory(there->cli);
  if (status == CLI_OK) {
    (void)join(root, there->path, "");
    mr_file_sweep(root);
    mr_file_sweep(assets);
    let_read(there->path);
    let_read(assets);
    status = announce(there, &manifest);
  }
  if (status == CLI_OK) {
    status = write_files(there);
  }
  if (status == CLI_OK) {
    remove_stale(there);
    status = write_manifest(there, &manifest);
  }
  mr_str_done(&manifest);
  return status;
}

static int write_site(folder *there) {
  /* New files have the rights of the umask but for reading, which everybody may. */
  mode_t usual = umask(0);
  umask(usual & 0022);
  int status = make_folder(there->cli, there->path);
  mr_error error;
  int lock = status == CLI_OK ? open(there->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (lock >= 0 && mr_file_lock(lock, there->path, "site", &error) != MR_OK) {
    status = cli_fail_error(there->cli, &error);
  }
  if (status == CLI_OK) {
    status = check_all(there);
  }
  if (status == CLI_OK) {
    status = write_all(there);
  }
  if (lock >= 0) {
    close(lock);
  }
  umask(usual);
  return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void report(cli_context *cli, const site_options *choice, const cli_site *site) {
  size_t bytes = 0;
  for (size_t i = 0; i < site->count; i++) {
    bytes += site->files[i].length;
  }
  mr_str_format(&cli->out, "Wrote %s: %zu game%s, %zu files, %zu kB. ", choice->directory,
                site->games, mr_text_plural(site->games), site->count, (bytes + 999) / 1000);
  mr_str_add(&cli->out, "Any web server can have it: put all of it there.\n");
}

static int run_site(cli_context *cli, const void *values) {
  const site_options *choice = values;
  cli_site site;
  if (cli->global.json) {
    return cli_usage(cli, "pages are HTML; --json does nothing here");
  }
  if (cli->override_count > 0 && choice->games.count != 1) {
    return cli_usage(cli, "--set changes one game: name the only one of the site");
  }
  cli_site_wish wish = {&choice->games, choice->title, choice->workshop};
  int status = cli_site_make(cli, &wish, &site);
  if (status == CLI_OK) {
    folder there = {cli, choice->directory, &site, mr_str_growing(NULL), mr_str_growing(NULL)};
    status = write_site(&there);
    mr_str_done(&there.before);
    mr_str_done(&there.former);
  }
  if (status == CLI_OK) {
    report(cli, choice, &site);
  }
  cli_site_free(&site);
  return status;
}

const cli_command cmd_site = {
    .name = "site",
    .summary = "write a folder of pages for a web server",
    .about = "Writes a folder that any static host can serve: a page of all games with their "
             "pictures, a small page for each game, and what they share, once; without a game, or "
             "with --workshop, also the workshop, in which games are made. Shared files have "
             "the hash of their content in their names, so that browsers keep them for ever; "
             "addresses are relative, so that the folder can lie anywhere.\n\n"
             "A folder that this command has written is brought up to date: what is the same is "
             "left as it is, and what the site has no more is removed, assets one publication "
             "later, as readers still have pages that ask for them. Everybody may read what is "
             "written, whatever the umask. A folder with anything else in it, or with a file that "
             "somebody has changed, is refused; hidden files and CNAME, which hosts want, stay "
             "as they are. To play without a server write a single file: 'marcher page'.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(site_options),
    .run = run_site,
};

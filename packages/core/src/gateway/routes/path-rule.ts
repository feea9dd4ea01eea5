/** How the path for the backend is built; shared by the descriptions of all members that affect it. */
export const PATH_RULE =
  'The backend gets `root` + (`strip_path`: what follows the matched path; else `strip_context_path`: the path without the context path of the API; else the whole path). With `rewrite` it gets `root` alone'

// What the scripts of a page may do: names that browsers of the last three years have, and no text that is run.
const names = ["addEventListener", "atob", "Blob", "btoa", "DecompressionStream", "document", "location", "navigator",
  "Node", "postMessage", "Response", "setTimeout", "TextDecoder", "TextEncoder", "URL", "Worker", "WorkerGlobalScope"];

export default [{
  languageOptions: {
    ecmaVersion: 2022,
    sourceType: "script",
    globals: { onmessage: "writable", ...Object.fromEntries(names.map(name => [name, "readonly"])) },
  },
  rules: Object.fromEntries(["eqeqeq", "no-const-assign", "no-constant-condition", "no-dupe-args", "no-dupe-keys", "no-eval",
    "no-fallthrough", "no-func-assign", "no-implied-eval", "no-new-func", "no-redeclare", "no-self-assign", "no-self-compare",
    "no-undef", "no-unreachable", "no-unused-vars", "no-var", "prefer-const", "use-isnan", "valid-typeof"]
    .map(rule => [rule, ["error", ...({ "no-constant-condition": [{ checkLoops: false }],
      "no-unused-vars": [{ ignoreRestSiblings: true }] })[rule] || []]])),
}];

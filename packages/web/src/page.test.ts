import { describe, expect, it } from "vitest";
import { escapeHtml, page, pagePolicy, withRelay } from "./page.ts";
import { pages } from "./pages.ts";

const example = page({ name: "demo", path: "/", entry: "@example/demo", title: `<b>"&'`, description: "A demo" });

describe("page", () => {
  it("holds no inline script or style, and names its bundle", () => {
    for (const each of [example, ...pages]) {
      expect(each.html).not.toMatch(/<style|\sstyle=|<script(?![^>]*src=)|\son\w+=/i);
      expect(each.html).toContain(`src="${each.script}"`);
      expect(each.html).toContain(`href="${each.style}"`);
    }
    expect(pages.length).toBeGreaterThan(0);
  });

  it("escapes what it is given", () => {
    expect(example.html).toContain("<title>&#60;b&#62;&#34;&#38;&#39;</title>");
    const html = withRelay(example.html, `https://x/"><script>$&$1`);
    expect(html).toContain(`content="https://x/&#34;&#62;&#60;script&#62;$&#38;$1"`);
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it("says the relay once, where the page reads it", () => {
    expect(withRelay(example.html, "https://relay.example").match(/jackfield-relay" content="https:\/\/relay.example"/g)).toHaveLength(1);
  });
});

describe("pagePolicy", () => {
  it("allows own scripts and styles only, and connects to the relay alone where it is known", () => {
    expect(pagePolicy("https://relay.example/base")).toContain("connect-src 'self' https://relay.example;");
    for (const policy of [pagePolicy(), pagePolicy("http://localhost:8787")]) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*(?!\s*;|$| http)(?!;)/);
    }
  });
});

describe("pagePolicy of a worker", () => {
  it("lets it compile WASM and nothing more", () => {
    const policy = pagePolicy("https://relay.example", { wasm: true });
    expect(policy.replace(" 'wasm-unsafe-eval'", "")).toBe(pagePolicy("https://relay.example"));
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  });
});

describe("escapeHtml", () => {
  it("leaves other text as it is", () => {
    expect(escapeHtml("Küche · 🎺")).toBe("Küche · 🎺");
  });
});

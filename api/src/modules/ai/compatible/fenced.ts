/** What people wrote, as material between tags: no text in it can end the fence. */
export const fenced = (tag: string, material: unknown): string =>
  `<${tag}>\n${JSON.stringify(material, null, 1).replaceAll('<', String.raw`\u003c`)}\n</${tag}>`

/** All files of ./en/screens by name. */
const files = import.meta.glob<Record<string, unknown>>('./en/screens/*.json', { eager: true, import: 'default' })

export const texts = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), content]),
)

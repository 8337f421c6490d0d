/** All files of ./pt/screens by name. */
const files = import.meta.glob<Record<string, unknown>>('./pt/screens/*.json', { eager: true, import: 'default' })

export const texts = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), content]),
)

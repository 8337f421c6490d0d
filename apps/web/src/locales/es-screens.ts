/** All files of ./es/screens by name. */
const files = import.meta.glob<Record<string, unknown>>('./es/screens/*.json', { eager: true, import: 'default' })

export const texts = Object.fromEntries(
  Object.entries(files).map(([path, content]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), content]),
)

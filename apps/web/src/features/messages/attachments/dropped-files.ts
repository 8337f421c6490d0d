/** The files that were dropped. Folders come as files too, and cannot be read. */
export function droppedFiles({ items }: DataTransfer): { files: File[]; hasFolder: boolean } {
  const dropped = [...items].filter(({ kind }) => kind === 'file')
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true
  return {
    files: dropped.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? []))),
    hasFolder: dropped.some(isFolder),
  }
}

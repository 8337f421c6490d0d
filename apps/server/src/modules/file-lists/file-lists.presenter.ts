import type { FileListView, FileOptionView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { type MediaLinks, mediaTypeOf } from '#modules/media'
import type { FileListRow, FileOptionRow } from './file-lists.repository.ts'

export function presentFileList(row: FileListRow, links: MediaLinks): FileListView {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    message: row.message,
    options: row.options.map((option) => presentOption(row, option, links)),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

function presentOption(
  { id: listId, company_id: companyId }: FileListRow,
  { id, name, key, fileName, mime, bytes }: FileOptionRow,
  links: MediaLinks,
): FileOptionView {
  return {
    id,
    fileId: listId,
    name,
    path: fileName,
    mediaType: mime === null ? null : mediaTypeOf(mime),
    url: key === null ? null : links.fileList(companyId, key),
    size: bytes,
  }
}

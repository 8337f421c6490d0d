import type { FileListEvent } from '@guiche/contract'
import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import type { MediaLinks } from '#modules/media'
import { presentFileList } from './file-lists.presenter.ts'
import { type FileListRow, findFileLists } from './file-lists.repository.ts'

type Kinds = 'fileList.saved' | 'fileList.deleted'

export function fileListsLive({ units, publisher }: Deps, links: MediaLinks): void {
  publisher.present<Kinds>(['fileList.saved', 'fileList.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.fileListId)
    const lists = await units.read({ kind: 'system', companyId }, (ctx) => findFileLists(ctx, ids))
    const byId = new Map(lists.map((list) => [list.id, list]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, { row: byId.get(fact.ids.fileListId), links }))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { fileListId } }: NumberedFact<Kinds>,
  { row, links }: { row: FileListRow | undefined; links: MediaLinks },
): Emission[] {
  if (kind === 'fileList.deleted') return emissions(companyId, { action: 'delete', fileId: fileListId, seq })
  // It was deleted meanwhile, which has a fact of its own.
  if (!row) return []
  const fileList = presentFileList(row, links)
  return emissions(companyId, { action: 'update', fileList, files: fileList, seq })
}

/** Under both names that existing clients listen to. */
function emissions(companyId: number, payload: FileListEvent): Emission[] {
  const target = { companyId, rooms: [rooms.company(companyId)], masked: 'same', payload } as const
  return [
    { ...target, event: 'fileList' },
    { ...target, event: 'fileListToo' },
  ]
}

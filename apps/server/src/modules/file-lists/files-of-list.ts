import type { Ctx } from '#platform/context'
import { type MediaType, mediaTypeOf } from '#modules/media'
import { findFileLists } from './file-lists.repository.ts'

export interface ListToSend {
  message: string
  /** In their order. The name is the caption. */
  files: { fileId: number; name: string; mediaType: MediaType; bytes: number }[]
}

/** What a customer gets of a list: options without a file are left out. Undefined: there is no such list. */
export async function filesOfList(ctx: Ctx, id: number): Promise<ListToSend | undefined> {
  const [list] = await findFileLists(ctx, [id])
  if (!list) return undefined
  const files = list.options.flatMap(({ fileId, name, mime, bytes }) =>
    fileId === null || mime === null ? [] : [{ fileId, name, mediaType: mediaTypeOf(mime), bytes: bytes ?? 0 }],
  )
  return { message: list.message, files }
}

import { randomUUID } from 'node:crypto'
import type { Actor, Ctx } from '#platform/context'
import { filesOfList } from '#modules/file-lists'
import { type Place, postCampaignMessages } from '#modules/messages'

/** A file that comes after a text. */
interface LaterFile {
  fileId: number
  mediaType: string
  caption: string
  bytes: number
}

/** What is sent of a list of files after a text, in its order. None: the campaign has no list, or it has no files yet. */
export async function laterFilesOf(ctx: Ctx, fileListId: number | null): Promise<LaterFile[]> {
  const list = fileListId === null ? undefined : await filesOfList(ctx, fileListId)
  return (list?.files ?? []).map(({ fileId, mediaType, name, bytes }) => ({
    fileId,
    mediaType,
    bytes,
    // Recordings have no caption.
    caption: mediaType === 'audio' ? '' : name,
  }))
}

interface Getting {
  recipientId: number
  place: Place
  due: Date
  files: readonly Omit<LaterFile, 'bytes'>[]
}

type CampaignCtx = Ctx<Extract<Actor, { kind: 'campaign' }>>

/** Posts the files after the texts, which are posted already. Returns the messages by person. */
export async function postFiles(ctx: CampaignCtx, people: readonly Getting[]): Promise<Map<number, number[]>> {
  const posted = new Map<number, number[]>()
  const most = Math.max(0, ...people.map(({ files }) => files.length))
  for (let nth = 0; nth < most; nth += 1) {
    // A ticket gets one message of each call at most.
    const round = people.flatMap(({ recipientId, place, due, files }) => {
      const file = files[nth]
      return file ? [{ recipientId, place, due, file }] : []
    })
    const ids = await postCampaignMessages(
      ctx,
      round.map(({ place, due, file: { fileId, mediaType, caption } }) => ({
        place,
        due,
        externalId: randomUUID(),
        body: caption,
        content: { fileId, mediaType },
      })),
    )
    for (const [at, { recipientId }] of round.entries()) {
      const id = ids[at]
      if (id !== undefined) posted.set(recipientId, [...(posted.get(recipientId) ?? []), id])
    }
  }
  return posted
}

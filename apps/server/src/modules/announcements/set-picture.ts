import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Db } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import { AppError } from '#platform/errors'
import { platformCompany } from '#modules/companies'
import { type StoredUpload, keepFile } from '#modules/media'
import { accessAnnouncementForChange } from './access-announcement.ts'
import { type PictureValues, changeAnnouncement } from './announcements.repository.ts'
import { type Audience, audienceOf } from './audience.ts'

interface Writing {
  units: Units
  actor: UserActor
}

const pictures = new Set(['image/png', 'image/jpeg'])

/**
 * Keeps the picture in the platform's company and replaces the one before, which the next sweep removes. Two
 * transactions, because only a company's own role keeps its files; a picture that is kept and not set is swept too.
 */
export async function setPicture({ units, actor }: Writing, id: number, upload: StoredUpload): Promise<Audience> {
  if (!pictures.has(upload.mime)) throw new AppError('ERR_FILE_TYPE', 415)
  const { fileId, storageKey, name } = await units.run({ kind: 'system', companyId: platformCompany }, (ctx) =>
    keepFile(ctx, upload),
  )
  const picture = { file_company_id: platformCompany, file_id: fileId, file_key: storageKey, file_name: name }
  return change(units.operator, actor, id, picture)
}

export const removePicture = ({ units, actor }: Writing, id: number): Promise<Audience> =>
  change(units.operator, actor, id, { file_company_id: null, file_id: null, file_key: null, file_name: null })

/** Returns who has been shown the announcement until now. */
function change(operator: Db, actor: UserActor, id: number, picture: PictureValues): Promise<Audience> {
  return operator.transaction().execute(async (db) => {
    const before = await accessAnnouncementForChange(db, id)
    await changeAnnouncement(db, id, picture)
    await audit(
      { db, companyId: actor.companyId, actor },
      {
        action: 'announcement.pictureChanged',
        object: 'announcement',
        objectId: id,
        detail: { before: before.file_name, after: picture.file_name },
      },
    )
    return audienceOf(before)
  })
}

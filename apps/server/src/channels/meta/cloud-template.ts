import type { OutboundTemplate } from '@guiche/channel'
import { type CloudContent, type HeaderFile, type Upload, templateMessage } from '@guiche/meta'
import type { Storage } from '#platform/files/storage'

/** A template whose header may have a file that still has to be uploaded. */
export interface TemplatePart {
  toFill: OutboundTemplate['template']
  header: Upload | undefined
}

/** Undefined: its file is gone. */
export async function templatePartOf(
  { companyId, template, media }: OutboundTemplate,
  files: Pick<Storage, 'open' | 'size'>,
): Promise<TemplatePart | undefined> {
  if (!media) return { toFill: template, header: undefined }
  const { storageKey, name, mime } = media
  const bytes = await files.size(companyId, storageKey)
  if (bytes === undefined) return undefined
  return { toFill: template, header: { name, mime, bytes, open: () => files.open(companyId, storageKey) } }
}

/** `upload` hands a file to Meta and returns its id there. */
export async function filledPart(
  { toFill, header }: TemplatePart,
  upload: (file: Upload) => Promise<string>,
): Promise<CloudContent> {
  const file: HeaderFile | undefined = header && { mediaId: await upload(header), name: header.name }
  return { template: templateMessage(toFill, file) }
}

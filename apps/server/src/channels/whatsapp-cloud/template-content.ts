import type { OutboundTemplate } from '@guiche/channel'
import { type CloudContent, templateMessage } from '@guiche/meta'

/** What is sent for a template. `upload` hands the file of its header to Meta, and returns its id there. */
export async function templateContent(
  { template, media }: Pick<OutboundTemplate, 'template' | 'media'>,
  upload: (media: NonNullable<OutboundTemplate['media']>) => Promise<string>,
): Promise<CloudContent> {
  const file = media && { mediaId: await upload(media), name: media.name }
  return { template: templateMessage(template, file) }
}

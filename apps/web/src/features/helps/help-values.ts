import { type HelpView, videoCodeOf } from '@guiche/contract'

export type HelpValues = {
  title: string
  description: string
  video: string
}

export const valuesOf = (help: HelpView | undefined): HelpValues => ({
  title: help?.title ?? '',
  description: help?.description ?? '',
  video: help?.video ?? '',
})

/** Of a pasted address only the code of the video is sent. */
export const bodyOf = ({ video, ...values }: HelpValues): HelpValues => ({ ...values, video: videoCodeOf(video) })

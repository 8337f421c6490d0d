import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, IdParams, PageNumber, SearchParam, changeOf, cleanLine, optionalText } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'
import { videoCodeOf, videoCodePattern } from './video-code.ts'

/** A video about the product. It belongs to the installation: all companies see it, and the operator keeps it. */
export const HelpView = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  /** The code of the video at its host. */
  video: z.string(),
  /** Where the video can be watched outside of this application. */
  link: z.string(),
  ...Timestamps,
})
export type HelpView = z.output<typeof HelpView>

export const HelpBody = z.object({
  title: z.string('required').overwrite(cleanLine).min(1, 'required').max(limits.helpTitle, 'tooLong'),
  description: optionalText(limits.helpDescription),
  /** A code, or the address of the video, which is reduced to its code. */
  video: z.string('required').overwrite(videoCodeOf).regex(videoCodePattern, 'invalidVideo'),
})

export const helpCalls = {
  listHelps: endpoint({
    method: 'GET',
    path: '/helps',
    summary: 'Help videos by title, a page',
    access: 'user',
    feature: 'none',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ records: z.array(HelpView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickHelps: endpoint({
    method: 'GET',
    path: '/helps/list',
    summary: 'All help videos by title',
    access: 'user',
    feature: 'none',
    answer: z.array(HelpView),
  }),
  createHelp: endpoint({
    method: 'POST',
    path: '/helps',
    summary: 'A new help video',
    access: 'super',
    feature: 'none',
    body: HelpBody,
    answer: HelpView,
  }),
  updateHelp: endpoint({
    method: 'PUT',
    path: '/helps/:id',
    summary: 'Change a help video',
    access: 'super',
    feature: 'none',
    params: IdParams,
    body: changeOf(HelpBody),
    answer: HelpView,
  }),
  deleteHelp: endpoint({
    method: 'DELETE',
    path: '/helps/:id',
    summary: 'Remove a help video',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const

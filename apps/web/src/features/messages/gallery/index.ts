import { lazy } from 'react'

export { TicketMedia } from './ticket-media.tsx'

/** Fetched with the first picture that is opened. */
export const Viewer = lazy(() => import('./viewer.tsx').then((file) => ({ default: file.Viewer })))

import { lazy } from 'react'
import { useAtFirstSign } from '../../lib/browser/first-sign.ts'

const ticket = () => import('./open-ticket.tsx')
const dialogs = () => import('./dialogs/desk-dialogs.tsx')

export const OpenTicket = lazy(() => ticket().then((file) => ({ default: file.OpenTicket })))
export const DeskDialogs = lazy(() => dialogs().then((file) => ({ default: file.DeskDialogs })))

export function useFetchedLater(): void {
  useAtFirstSign(() => void Promise.allSettled([ticket(), dialogs()]))
}

import { lazy } from 'react'
import { useOnFirstInteraction } from '../../lib/browser/first-interaction.ts'

const ticket = () => import('./open-ticket.tsx')
const dialogs = () => import('./dialogs/desk-dialogs.tsx')

export const OpenTicket = lazy(() => ticket().then((file) => ({ default: file.OpenTicket })))
export const DeskDialogs = lazy(() => dialogs().then((file) => ({ default: file.DeskDialogs })))

export function useFetchedLater(): void {
  useOnFirstInteraction(() => void Promise.allSettled([ticket(), dialogs()]))
}

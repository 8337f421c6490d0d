import { lazy } from 'react'
import { useOnFirstInteraction } from '../../lib/browser/first-interaction.ts'
import { withScreenTexts } from '../../lib/i18n.ts'

/** Loads the part of the application that shows a ticket. */
export const preloadTicket = () => import('./open-ticket.tsx')
const firstSteps = () => withScreenTexts(() => import('./first-steps/first-steps.tsx'))
const results = () => import('../../features/search/search-results.tsx')
const dialogs = () => import('./workspace/workspace-dialogs.tsx')

export const OpenTicket = lazy(() => preloadTicket().then((file) => ({ default: file.OpenTicket })))
export const FirstSteps = lazy(() => firstSteps().then((file) => ({ default: file.FirstSteps })))
export const SearchResults = lazy(() => results().then((file) => ({ default: file.SearchResults })))
export const WorkspaceDialogs = lazy(() => dialogs().then((file) => ({ default: file.WorkspaceDialogs })))

export function usePreload(): void {
  useOnFirstInteraction(() => void Promise.allSettled([preloadTicket(), results(), dialogs()]))
}

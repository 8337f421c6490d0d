import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListView } from '../../features/tickets/list/index.ts'

const nothing = ListView.parse({})
/** The last view, restored when a link or the bell opens the workspace without list parameters. */
let left: ListView = nothing

/** The state of the list panel, kept in the URL. */
export function useListView(): [view: ListView, change: (change: Partial<ListView>) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  // A message to jump to says nothing of the list.
  const view = Object.keys(search).every((name) => name === 'message') ? left : ListView.parse(search)

  return [
    view,
    (change) => {
      left = { ...view, ...change }
      void navigate({ to: '.', search: searchOf(left), replace: true })
    },
  ]
}

/** Only values that differ from the defaults. */
export function searchOf(view: ListView): Partial<ListView> {
  const told = Object.entries(view).filter(([name, value]) => {
    const usual: unknown = Object.entries(nothing).find(([one]) => one === name)?.[1]
    return JSON.stringify(value) !== JSON.stringify(usual)
  })
  return Object.fromEntries(told)
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListView } from '../../features/tickets/list/index.ts'

const nothing = ListView.parse({})
/** Who comes back without a word about the list (a link, the bell) finds it as they left it. */
let left: ListView = nothing

/** The list panel's choices, kept in the address. */
export function useListView(): [view: ListView, change: (change: Partial<ListView>) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = Object.keys(search).length === 0 ? left : ListView.parse(search)

  return [
    view,
    (change) => {
      left = { ...view, ...change }
      void navigate({ to: '.', search: searchOf(left), replace: true })
    },
  ]
}

/** Only what differs from the usual. */
export function searchOf(view: ListView): Partial<ListView> {
  const told = Object.entries(view).filter(([name, value]) => {
    const usual: unknown = Object.entries(nothing).find(([one]) => one === name)?.[1]
    return JSON.stringify(value) !== JSON.stringify(usual)
  })
  return Object.fromEntries(told)
}

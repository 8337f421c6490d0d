import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useReducer } from 'react'
import {
  type ListScroll,
  ListView,
  changePlace,
  leavePlace,
  placeOf,
  writePlace,
} from '../../features/tickets/list/index.ts'
import { onLogout } from '../../lib/session-store.ts'
import { useMe } from '../../lib/session.ts'

const nothing = ListView.parse({})

onLogout(leavePlace)

/**
 * The state of the list panel, kept in the URL. Where links and the bell open the workspace without list parameters, and
 * after a login, it is as this user left it.
 */
export function useListView(): [view: ListView, change: (change: Partial<ListView>) => void] {
  const { id } = useMe()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [, show] = useReducer((times: number) => times + 1, 0)
  // A message to jump to says nothing of the list.
  const isTold = Object.keys(search).some((name) => name !== 'message')
  const view = isTold ? ListView.parse(search) : placeOf(id).view
  const told = isTold ? JSON.stringify(view) : undefined
  // Only when the address changes: while it is about to, it still tells the view before.
  useEffect(() => {
    if (told !== undefined) changePlace(id, { view: ListView.parse(JSON.parse(told)) })
  }, [id, told])

  return [
    view,
    (change) => {
      changePlace(id, { view: { ...view, ...change } })
      // The usual view has no parameters, so that an address without any stays the same.
      show()
      void navigate({ to: '.', search: searchOf({ ...view, ...change }), replace: true })
    },
  ]
}

/** The scroll position of the list, kept until another choice is made. */
export function useListScroll(): ListScroll {
  const { id } = useMe()
  useEffect(() => {
    addEventListener('pagehide', writePlace)
    return () => removeEventListener('pagehide', writePlace)
  }, [])
  return useMemo(
    () => ({
      rowOf: (choice) => {
        const { scroll } = placeOf(id)
        return scroll.choice === choice ? scroll.row : null
      },
      move: (choice, row) => changePlace(id, { scroll: { choice, row } }),
    }),
    [id],
  )
}

/** Only values that differ from the defaults. */
export function searchOf(view: ListView): Partial<ListView> {
  const told = Object.entries(view).filter(([name, value]) => {
    const usual: unknown = Object.entries(nothing).find(([one]) => one === name)?.[1]
    return JSON.stringify(value) !== JSON.stringify(usual)
  })
  return Object.fromEntries(told)
}

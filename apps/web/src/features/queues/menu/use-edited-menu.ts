import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLive } from '../../../lib/live.ts'
import { useAfterLoss } from '../../../lib/live/after-loss.ts'
import { type EditedOption, forgetRemoved, sentOf, treeOf } from './menu-tree.ts'
import { menuOf } from './menu.api.ts'

/** The menu of a queue while it is edited. What another admin saves is shown at once, but not in place of an edit. */
export function useEditedMenu(queueId: number | undefined) {
  const query = useQuery({ ...menuOf(queueId ?? 0), enabled: queueId !== undefined })
  const stored = useMemo(() => query.data && treeOf(query.data), [query.data])
  const [edited, setEdited] = useState<EditedOption[]>()
  /** The stored menu that the edit began with. */
  const [base, setBase] = useState<EditedOption[]>()

  function renew() {
    if (queueId !== undefined) void query.refetch()
  }
  useLive('queue', (event) => {
    if (event.action === 'update' && event.queue.id === queueId) renew()
  })
  useLive('option', renew)
  useAfterLoss(renew)

  const menu = useMemo(() => (edited && stored ? forgetRemoved(edited, stored) : edited), [edited, stored])
  return {
    query,
    /** Undefined until it is changed: then it is not saved. */
    menu,
    /** Undefined until it is read. */
    options: menu ?? (queueId === undefined ? [] : stored),
    isOutdated: menu !== undefined && stored !== undefined && isOther(stored, base) && isOther(stored, menu),
    change: (options: EditedOption[]) => {
      if (!edited) setBase(stored)
      setEdited(options)
    },
    /** Gives up the edit. */
    adopt: () => setEdited(undefined),
  }
}

const isOther = (a: readonly EditedOption[], b: readonly EditedOption[] = []) =>
  JSON.stringify(sentOf(a)) !== JSON.stringify(sentOf(b))

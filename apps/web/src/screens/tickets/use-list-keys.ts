import { IconInbox, IconMessagePlus, IconSquareCheck, IconSquareX, IconUsers } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListView, type RowsHandle, noSearch } from '../../features/tickets/list/index.ts'
import type { TicketActions } from '../../features/tickets/ticket-actions.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { isAdmin, useMe } from '../../lib/session.ts'

interface Options {
  rows: RefObject<RowsHandle | null>
  actions: TicketActions
  view: ListView
  changeView: (change: Partial<ListView>) => void
}

/** What can be done with the ticket list, as shortcuts and in the palette. */
export function useListKeys({ rows, actions, view, changeView }: Options): void {
  const { t } = useTranslation()
  const isFor = isAdmin(useMe())
  const toTab = (tab: ListView['tab']) => () => changeView({ ...noSearch, tab, statuses: [] })
  useActions([
    { keys: 'n', label: t('tickets.keys.create'), group: 'general', icon: IconMessagePlus, run: actions.create },
    { keys: 'j', label: t('tickets.keys.next'), group: 'list', run: () => rows.current?.moveFocus(1) },
    { keys: 'k', label: t('tickets.keys.previous'), group: 'list', run: () => rows.current?.moveFocus(-1) },
    { keys: 'alt+1', label: t('tickets.tab.open'), group: 'list', icon: IconInbox, run: toTab('open') },
    { keys: 'alt+2', label: t('tickets.tab.pending'), group: 'list', icon: IconInbox, run: toTab('pending') },
    { keys: 'alt+3', label: t('tickets.tab.group'), group: 'list', icon: IconUsers, run: toTab('group') },
    {
      label: t('tickets.view.closed'),
      group: 'list',
      icon: IconSquareCheck,
      run: () => changeView({ ...noSearch, view: 'closed', statuses: [] }),
    },
    {
      label: t(view.all ? 'tickets.showOwnHint' : 'tickets.showAllHint'),
      group: 'list',
      icon: IconUsers,
      run: () => changeView({ all: !view.all }),
      isOn: isFor,
    },
    { label: t('tickets.action.closeAll'), group: 'list', icon: IconSquareX, run: actions.closeAll, isOn: isFor },
  ])
}

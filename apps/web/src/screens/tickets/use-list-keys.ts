import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListView, type RowsHandle, noSearch } from '../../features/tickets/list/index.ts'
import { useShortcuts } from '../../lib/keyboard/shortcuts.ts'

interface Options {
  rows: RefObject<RowsHandle | null>
  create: () => void
  changeView: (change: Partial<ListView>) => void
}

export function useListKeys({ rows, create, changeView }: Options): void {
  const { t } = useTranslation()
  const toTab = (tab: ListView['tab']) => () => changeView({ ...noSearch, tab, statuses: [] })
  useShortcuts([
    { keys: 'n', label: t('tickets.keys.create'), group: 'general', run: create },
    { keys: 'j', label: t('tickets.keys.next'), group: 'list', run: () => rows.current?.moveFocus(1) },
    { keys: 'k', label: t('tickets.keys.previous'), group: 'list', run: () => rows.current?.moveFocus(-1) },
    { keys: 'Enter', label: t('tickets.keys.open'), group: 'list', run: () => undefined, isListedOnly: true },
    { keys: 'alt+1', label: t('tickets.tab.open'), group: 'list', run: toTab('open') },
    { keys: 'alt+2', label: t('tickets.tab.pending'), group: 'list', run: toTab('pending') },
    { keys: 'alt+3', label: t('tickets.tab.group'), group: 'list', run: toTab('group') },
  ])
}

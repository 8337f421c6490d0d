import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Counter } from '../../../ui/marks/marks.tsx'
import styles from './list-tabs.module.css'
import { type Tab, tabs } from './list-view.ts'

interface Props {
  current: Tab
  counts: Record<Tab, number | undefined>
  onChange: (tab: Tab) => void
}

export function ListTabs({ current, counts, onChange }: Props) {
  const { t } = useTranslation()

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]
    if (!next) return
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
    onChange(next)
  }

  return (
    <div className={styles.tabs} role="tablist" aria-label={t('tickets.tab.label')} onKeyDown={moveFocus}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tickets-tab-${tab}`}
          aria-selected={tab === current}
          aria-controls="tickets-panel"
          tabIndex={tab === current ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab)}
        >
          {t(`tickets.tab.${tab}`)}
          <Count tab={tab} value={counts[tab]} />
        </button>
      ))}
    </div>
  )
}

/** Red for waiting customers, else grey. */
function Count({ tab, value }: { tab: Tab; value: number | undefined }) {
  if (value === undefined) return null
  return <Counter value={value} tone={tab === 'pending' && value > 0 ? 'danger' : 'quiet'} />
}

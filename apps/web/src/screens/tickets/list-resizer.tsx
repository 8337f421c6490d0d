import { rem } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textScale } from '../../lib/browser/text-scale.ts'
import styles from './tickets-screen.module.css'

/** In px of the usual font size. */
const narrowest = 300
const widest = 480
const usual = 360
const step = 16

let lastWidth = usual

/** The ticket list with a draggable edge. */
export function ListResizer({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [width, setWidth] = useState(lastWidth)

  function resize(next: number) {
    lastWidth = Math.min(widest, Math.max(narrowest, Math.round(next)))
    setWidth(lastWidth)
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return
    const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0
    resize((event.clientX - left) / textScale())
  }

  function press(event: KeyboardEvent) {
    const change = { ArrowRight: step, ArrowLeft: -step }[event.key]
    if (change === undefined) return
    event.preventDefault()
    resize(width + change)
  }

  return (
    <div className={styles.side} style={{ '--list-width': rem(width) }}>
      {children}
      <div
        className={styles.edge}
        role="separator"
        aria-orientation="vertical"
        aria-label={t('tickets.resize')}
        aria-valuemin={narrowest}
        aria-valuemax={widest}
        aria-valuenow={width}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
        onDoubleClick={() => resize(usual)}
      />
    </div>
  )
}

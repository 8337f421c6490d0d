import type { MomentsBoard } from '@guiche/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { desksOf } from './board-groups.ts'
import { AttendantDesk } from './attendant-desk.tsx'
import styles from './moments.module.css'

/** Who is online, with what each serves. */
export function Attendants({ board: { attendants, served } }: { board: MomentsBoard }) {
  const { t } = useTranslation()
  const { busy, away } = useMemo(() => desksOf(attendants, served.tickets), [attendants, served.tickets])
  return (
    <section className={styles.attendants} aria-labelledby="moments-who">
      <h2 id="moments-who">{t('moments.who')}</h2>
      <ul className={styles.desks}>
        {busy.map((desk) => (
          <AttendantDesk key={desk.attendant.id} desk={desk} />
        ))}
      </ul>
      {busy.length === 0 && <p className={styles.nobody}>{t('moments.nobodyServes')}</p>}
      {away.length > 0 && (
        <details className={styles.away}>
          <summary>{t('moments.offline', { count: away.length })}</summary>
          <p>{away.map(({ name }) => name).join(', ')}</p>
        </details>
      )}
    </section>
  )
}

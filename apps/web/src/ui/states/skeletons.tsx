import { Skeleton } from '@mantine/core'
import styles from './skeletons.module.css'

const widths = [148, 120, 172, 96, 140, 132, 110, 164, 124, 150]

/** Placeholders for list rows in their real height: picture, three lines, time. */
export function RowSkeletons({ label, rows = 10 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-busy aria-label={label}>
      {Array.from({ length: rows }, (_, index) => {
        const width = widths[index % widths.length] ?? 120
        return (
          <div key={index} className={styles.row}>
            <Skeleton circle height={40} />
            <div className={styles.lines}>
              <Skeleton width={width} height={12} />
              <Skeleton width={width + 56} height={11} />
              <Skeleton width={72} height={11} />
            </div>
            <Skeleton width={32} height={10} mt={-36} />
          </div>
        )
      })}
    </div>
  )
}

const bubbles = [
  { side: 'in', width: 260, height: 34 },
  { side: 'in', width: 288, height: 200 },
  { side: 'out', width: 340, height: 92 },
  { side: 'in', width: 300, height: 60 },
  { side: 'out', width: 220, height: 34 },
  { side: 'out', width: 300, height: 34 },
]

/** Placeholders for bubbles at the end of a conversation. */
export function BubbleSkeletons({ label }: { label: string }) {
  return (
    <div className={styles.talk} role="status" aria-busy aria-label={label}>
      {bubbles.map(({ side, width, height }, index) => (
        <Skeleton
          key={index}
          className={styles.bubble}
          data-side={side}
          width={width}
          maw="82%"
          height={height}
          radius="md"
        />
      ))}
    </div>
  )
}

/** Placeholders for table rows, 52 px high. */
export function TableSkeletons({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-busy aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.tableRow}>
          <Skeleton circle height={32} />
          <Skeleton width={widths[index % widths.length] ?? 120} height={12} />
          <Skeleton className={styles.wide} width={120} height={12} />
          <Skeleton className={styles.wide} width={80} height={12} />
          <Skeleton width={28} height={12} ml="auto" />
        </div>
      ))}
    </div>
  )
}

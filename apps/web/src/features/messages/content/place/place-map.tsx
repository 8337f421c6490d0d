import { IconMapPinFilled } from '@tabler/icons-react'
import { drawMap, mapSize } from './drawn-map.ts'
import styles from './map.module.css'

interface Props {
  /** The map that came with the message, as a data URL. */
  picture: string | undefined
  point: { latitude: number; longitude: number } | undefined
}

/** The place on the map that came with it, or on a drawn one. */
export function PlaceMap({ picture, point }: Props) {
  return (
    <span className={styles.map}>
      {picture ? <img src={picture} alt="" /> : point && <Drawing point={point} />}
      <span className={styles.pin}>
        <IconMapPinFilled size={40} aria-hidden />
      </span>
    </span>
  )
}

function Drawing({ point }: { point: NonNullable<Props['point']> }) {
  const { park, lanes, streets, avenue } = drawMap(point)
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <path className={styles.park} d={park} />
      <path className={styles.lanes} d={lanes} />
      <path className={styles.streets} d={streets} />
      <path className={styles.avenue} d={avenue} />
    </svg>
  )
}

export { MoveItem } from './move-item.tsx'
export { PairingMove } from './pairing-move.tsx'
export { usePhoneMove } from './moves.api.ts'
export { WhatChanges } from './what-changes.tsx'

const maxDepth = 20;
const maxNodes = 5000;

/**
 * Converts a value to JSON data within limits: YAML aliases turn small notes into values that would fill the
 * memory when serialised, and may even contain themselves. Values beyond the limits become null.
 */
export function plainData(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return plainScalar(value);
  let nodes = 0;
  const copy = (inner: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof inner !== 'object' || inner === null) return plainScalar(inner);
    if (depth >= maxDepth || nodes > maxNodes) return null;
    if (Array.isArray(inner)) return inner.map(item => copy(item, depth + 1));
    if (inner instanceof Date) return Number.isNaN(inner.getTime()) ? null : inner.toISOString();
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, copy(item, depth + 1)]));
  };
  return copy(value, 0);
}

function plainScalar(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'bigint' ? String(value) : undefined;
}

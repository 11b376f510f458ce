import type { DeviceGraph } from "@jackfield/studio";
import { envelopePath, filterPath } from "./device-paths.ts";

/** What a device's envelope and filter look like, where it has them: drawn from its params, and as they are turned. */
export function DeviceDrawing({ graph, values }: { readonly graph: DeviceGraph; readonly values: Readonly<Record<string, number>> }) {
  const envelope = envelopePath(values, width, height);
  const filter = filterPath(values, width, height);
  if (envelope === undefined && filter === undefined) return null;
  return (
    <div class="st-device-drawings" aria-hidden="true">
      {envelope === undefined ? null : (
        <figure>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            <path class="st-drawing-fill" d={`${envelope}V${height}H0Z`} />
            <path class="st-drawing-line" d={envelope} />
          </svg>
          <figcaption>Envelope</figcaption>
        </figure>
      )}
      {filter === undefined ? null : (
        <figure>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            <path class="st-drawing-fill" d={`${filter}V${height}H0Z`} />
            <path class="st-drawing-line" d={filter} />
          </svg>
          <figcaption>{graph.params["track"] === undefined ? "Filter" : "Band"}</figcaption>
        </figure>
      )}
    </div>
  );
}

const [width, height] = [120, 56];

export default function setup() {
  process.env.TZ = 'Europe/Berlin';
}

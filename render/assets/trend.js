/*
 * trend.js - the script of a trend without differentials: its points (trend_points.js).
 */
import { startTrend } from "./trend/trend_points.js";

startTrend({ opens: () => "" });
